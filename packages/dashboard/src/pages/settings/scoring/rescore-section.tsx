// Scores open leads again by the live settings.

import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatCount, formatCountOf } from '../../../components/format-number.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { Section } from '../section.tsx';
import { JobProgress } from './job-progress.tsx';
import { isMoving, rescoreQuery, startRescore } from './settings-calls.ts';

export function RescoreSection({ liveVersion }: { readonly liveVersion: number }) {
  const rescore = useQuery(rescoreQuery);
  const [isAsking, asking] = useDisclosure(false);
  const start = useMutation({ mutationFn: startRescore, onSuccess: asking.close });
  const job = rescore.data ?? null;
  const isRunning = isMoving(job);
  useRefreshedLeads(isRunning);
  return (
    <Section
      title="Open leads"
      description="Leads keep the score they arrived with. After you publish settings, you can score those that are still open again. Won and lost leads keep theirs."
    >
      {rescore.data === undefined ? (
        rescore.isError ? (
          <ErrorState
            error={rescore.error}
            onRetry={() => void rescore.refetch()}
            isRetrying={rescore.isFetching}
          />
        ) : (
          <SkeletonRows rows={1} height={40} label="Loading" />
        )
      ) : (
        <Stack gap="sm" align="flex-start">
          {isRunning && job !== null && <JobProgress job={job} label="Progress on open leads" />}
          {job?.status === 'failed' && (
            <Alert color="red" variant="outline" title="Re-scoring failed">
              {job.error ?? 'Something went wrong.'} Leads that were done keep their new score.
            </Alert>
          )}
          {job?.status === 'finished' && (
            <Text size="sm" role="status">
              {formatCountOf(job.progress.done, 'open lead')} scored again by version {job.version};{' '}
              {formatCount(job.changed)} {job.changed === 1 ? 'has' : 'have'} another score or grade.
              {job.finished_at !== null && (
                <>
                  {' '}
                  Finished <RelativeTime at={job.finished_at} />.
                </>
              )}
              {job.version !== liveVersion && ` Version ${liveVersion} has been published since.`}
            </Text>
          )}
          <Button variant="default" onClick={asking.open} disabled={isRunning}>
            Re-score open leads
          </Button>
        </Stack>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Re-score open leads?"
        confirmLabel="Re-score"
        onConfirm={() => start.mutate()}
        isPending={start.isPending}
        error={start.error}
      >
        All open leads are scored by {liveVersion === 0 ? 'the defaults' : `version ${liveVersion}`}. Their
        timeline shows both scores. Webhooks and alerts don’t fire.
      </ConfirmDialog>
    </Section>
  );
}

/** Everything that shows scores is out of date once it has ended. */
function useRefreshedLeads(isRunning: boolean): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning)
      for (const queryKey of [queryKeys.allInboxes, queryKeys.leads, ['lead'], queryKeys.allInsights])
        void queryClient.invalidateQueries({ queryKey });
    wasRunning.current = isRunning;
  }, [isRunning]);
}
