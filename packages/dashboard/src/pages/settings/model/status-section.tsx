// What the model does now, and the way to train it at once.

import type { AccountModel } from '@leadline/contract';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FormError } from '../../../components/form-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { JobProgress } from '../scoring/job-progress.tsx';
import { Section } from '../section.tsx';
import { describeLatest, describeModel, describeOutcomes } from './describe-model.ts';
import classes from './model.module.css';
import { isTraining, refreshVersions, startTraining } from './model-calls.ts';

interface StatusSectionProps {
  readonly model: AccountModel;
  readonly canChange: boolean;
}

export function StatusSection({ model, canChange }: StatusSectionProps) {
  const { title, text } = describeModel(model);
  const { latest, outcomes, training } = model;
  const isRunning = isTraining(model);
  const hasOutcomes = outcomes.won + outcomes.lost > 0;
  const start = useMutation({ mutationFn: startTraining });
  useRefreshedVersions(isRunning);
  return (
    <Section
      title="Status"
      description="The model is trained every night if there are new outcomes. A new one only goes live if it beats what is live on the latest outcomes, beyond chance."
    >
      <Stack gap="sm" align="flex-start">
        <div>
          <Text fw={600} size="lg" className={classes.state ?? ''}>
            {title}
          </Text>
          <Text maw={640}>{text}</Text>
        </div>
        {hasOutcomes ? (
          <Text size="sm" c="dimmed" maw={640} className="figures">
            Outcomes: {describeOutcomes(outcomes, latest)}
          </Text>
        ) : (
          <Text size="sm">
            <TextLink to={PAGES.inbox}>Go to the inbox</TextLink> or{' '}
            <TextLink to={PAGES.imports}>import past leads</TextLink>
          </Text>
        )}
        {latest !== null && !isRunning && (
          <Text size="sm" c="dimmed" maw={640}>
            Latest training: <RelativeTime at={latest.trained_at} />. {describeLatest(latest, text)}
          </Text>
        )}
        {isRunning && training !== null && <JobProgress job={training} label="Progress of the training" />}
        {training?.status === 'failed' && (
          <Alert color="red" variant="outline" title="The latest training failed">
            {sentence(training.error ?? 'something went wrong')}
          </Alert>
        )}
        {canChange && hasOutcomes && model.mode !== 'off' && (
          <Button onClick={() => start.mutate()} loading={start.isPending} disabled={isRunning}>
            Train now
          </Button>
        )}
        <FormError error={start.error} />
      </Stack>
    </Section>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A training can publish a version. */
function useRefreshedVersions(isRunning: boolean): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) refreshVersions();
    wasRunning.current = isRunning;
  }, [isRunning]);
}
