// What the model does now, in one sentence and one picture, and what it learned in five lines. Before there is enough to
// learn from: what is missing, and what happens then.

import type { AccountModel } from '@leadline/contract';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FormError } from '../../../components/form-error.tsx';
import { formatCountOf } from '../../../components/format-number.ts';
import { TextLink } from '../../../components/text-link.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { JobProgress } from '../scoring/job-progress.tsx';
import { Section } from '../section.tsx';
import { isInUse } from './describe-learned.ts';
import { describeModel } from './describe-model.ts';
import { listLessons } from './list-lessons.ts';
import classes from './model.module.css';
import { isTraining, refreshVersions, startTraining } from './model-calls.ts';
import { NotEnoughYet } from './not-enough-yet.tsx';
import { PromisePicture } from './promise-picture.tsx';

export function ModelSummary({ model }: { readonly model: AccountModel }) {
  const { title, text } = describeModel(model);
  const { latest, outcomes, training } = model;
  const isRunning = isTraining(model);
  const hasOutcomes = outcomes.won + outcomes.lost > 0;
  const heldOut = latest?.report.held_out ?? null;
  const start = useMutation({ mutationFn: startTraining });
  useRefreshedVersions(isRunning);
  return (
    <Section title="Status" isWide>
      <Stack gap="md">
        <div>
          <Text fw={600} size="lg" className={classes.state ?? ''}>
            {title}
          </Text>
          <Text maw={720}>{text}</Text>
        </div>
        {!hasOutcomes && (
          <Text size="sm">
            <TextLink to={PAGES.inbox}>Go to the inbox</TextLink> or{' '}
            <TextLink to={PAGES.imports}>import past leads</TextLink>
          </Text>
        )}
        {heldOut !== null && (
          <div className={classes.halves}>
            <div>
              <h3 className={classes.subtitle}>What it expected, and what was won</h3>
              <PromisePicture bins={heldOut.reliability} />
              <Text size="xs" c="dimmed" mt="xs">
                Measured on your latest {formatCountOf(heldOut.outcomes, 'won or lost lead')}, which it had
                not seen before.
                {!isInUse(model) && ' This is the latest training, which isn’t live.'}
              </Text>
            </div>
            <Lessons model={model} />
          </div>
        )}
        {model.mode !== 'off' && model.live?.trained == null && <NotEnoughYet model={model} />}
        {isRunning && training !== null && <JobProgress job={training} label="Progress of the training" />}
        {training?.status === 'failed' && (
          <Alert color="red" variant="outline" title="The latest training failed">
            {sentence(training.error ?? 'something went wrong')}
          </Alert>
        )}
        {hasOutcomes && model.mode !== 'off' && (
          <Group gap="sm">
            <Button
              variant="default"
              onClick={() => start.mutate()}
              loading={start.isPending}
              disabled={isRunning}
            >
              Train now
            </Button>
            <Text size="sm" c="dimmed">
              It trains every night if there are new outcomes.
            </Text>
          </Group>
        )}
        <FormError error={start.error} />
      </Stack>
    </Section>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function Lessons({ model }: { readonly model: AccountModel }) {
  const lessons = listLessons(model.latest?.report.learned ?? []);
  return (
    <div>
      <h3 className={classes.subtitle}>What wins here</h3>
      {lessons.length === 0 ? (
        <Text size="sm" c="dimmed">
          No answer makes a difference of a point yet.
        </Text>
      ) : (
        <ul className={classes.lessons} aria-label="What wins here">
          {lessons.map(({ name, text, isBetter }) => (
            <li key={`${name} ${text}`} data-better={isBetter || undefined}>
              <span aria-hidden>{isBetter ? '↑' : '↓'}</span>
              <span>
                <strong>{name}</strong>: {text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A training can publish a version. */
function useRefreshedVersions(isRunning: boolean): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) refreshVersions();
    wasRunning.current = isRunning;
  }, [isRunning]);
}
