// What has shifted in the leads, each in a sentence, and the way to acknowledge it.

import type { ModelDrift, ModelDrifts } from '@leadline/contract';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { Section } from '../section.tsx';
import classes from './drift.module.css';
import { acknowledgeDrift, driftsQuery } from './drift-calls.ts';

const MAX_EARLIER = 5;

export function DriftSection() {
  const drifts = useQuery(driftsQuery);
  return (
    <Section
      title="What has changed"
      description="Once a week, your latest leads are compared with those before. What chance can’t explain is shown here, and owners get an email."
    >
      {drifts.data !== undefined ? (
        <Loaded drifts={drifts.data} />
      ) : drifts.isError ? (
        <ErrorState
          error={drifts.error}
          onRetry={() => void drifts.refetch()}
          isRetrying={drifts.isFetching}
        />
      ) : (
        <SkeletonRows rows={1} height={48} label="Loading what has changed" />
      )}
    </Section>
  );
}

function Loaded({ drifts: { drifts, looked_at: lookedAt } }: { readonly drifts: ModelDrifts }) {
  const open = drifts.filter(({ status }) => status === 'open');
  const earlier = drifts.filter(({ status }) => status !== 'open').slice(0, MAX_EARLIER);
  const acknowledge = useMutation({ mutationFn: acknowledgeDrift });
  return (
    <Stack gap="md">
      {open.length === 0 && <NothingOpen lookedAt={lookedAt} />}
      {open.length > 0 && (
        <ul className={classes.list} aria-label="Changes">
          {open.map((drift) => (
            <li key={drift.drift_id} className={classes.open}>
              <Text>{drift.text}</Text>
              <Group gap="sm" mt={8}>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Acknowledge: ${drift.text}`}
                  loading={acknowledge.isPending && acknowledge.variables === drift.drift_id}
                  onClick={() => acknowledge.mutate(drift.drift_id)}
                >
                  Acknowledge
                </Button>
                <Text size="sm" c="dimmed">
                  Found <RelativeTime at={drift.raised_at} />
                </Text>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <FormError error={acknowledge.error} />
      {open.length > 0 && (
        <Text size="sm" c="dimmed" maw={640}>
          Check whether a form, a campaign or the way outcomes are recorded has changed. Once acknowledged, a
          change counts as normal.
        </Text>
      )}
      {earlier.length > 0 && <Earlier drifts={earlier} />}
    </Stack>
  );
}

function NothingOpen({ lookedAt }: { readonly lookedAt: string | null }) {
  return lookedAt === null ? (
    <Text>
      Nothing has been compared yet. The first comparison takes about ten weeks of leads, and runs at night.
    </Text>
  ) : (
    <Text>
      Nothing has changed beyond chance. Last compared <RelativeTime at={lookedAt} />.
    </Text>
  );
}

const ENDED: Readonly<Record<Exclude<ModelDrift['status'], 'open'>, string>> = {
  acknowledged: 'Acknowledged',
  passed: 'As before again',
  settled: 'Normal by now',
};

function Earlier({ drifts }: { readonly drifts: readonly ModelDrift[] }) {
  return (
    <div>
      <h3 className={classes.subtitle}>Earlier</h3>
      <ul className={classes.list} aria-label="Earlier changes">
        {drifts.map(({ drift_id, text, status }) => (
          <li key={drift_id}>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
            {status !== 'open' && (
              <Badge variant="default" size="sm" mt={4} className={classes.ended ?? ''}>
                {ENDED[status]}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
