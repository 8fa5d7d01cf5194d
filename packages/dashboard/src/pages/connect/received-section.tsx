// Recent requests, accepted and rejected.

import type { ListedRequest } from '@leadline/contract';
import { Group, SegmentedControl, Text, Title } from '@mantine/core';
import { IconInboxOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usageQuery } from '../../api/usage-query.ts';
import { describeUncounted } from '../../components/describe-uncounted.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { formatExact } from '../../components/format-moment.ts';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { findIgnoredRedirect } from './find-ignored-redirect.ts';
import { findRepeats } from './find-repeats.ts';
import classes from './received.module.css';
import { receivedQuery, type Shown } from './received-query.ts';
import { ReceivedRow } from './received-row.tsx';
import { useSites } from './use-sites.ts';

export function ReceivedSection() {
  const [shown, setShown] = useState<Shown>('all');
  const received = useQuery(receivedQuery(shown));
  return (
    <section aria-labelledby="received">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} id="received">
          Recent requests
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Filter requests"
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={[
            { value: 'all', label: 'All' },
            { value: 'taken', label: 'Accepted' },
            { value: 'refused', label: 'Rejected' },
          ]}
        />
      </Group>
      {received.data !== undefined ? (
        <ReceivedList shown={shown} requests={received.data} />
      ) : received.isLoadingError ? (
        <ErrorState
          error={received.error}
          onRetry={() => void received.refetch()}
          isRetrying={received.isFetching}
        />
      ) : (
        <SkeletonRows rows={4} height={44} label="Loading requests" />
      )}
    </section>
  );
}

interface ReceivedListProps {
  readonly shown: Shown;
  readonly requests: readonly ListedRequest[];
}

function ReceivedList({ shown, requests }: ReceivedListProps) {
  const { data: usage } = useQuery({ ...usageQuery, staleTime: 60_000 });
  const uncounted = usage === undefined ? null : describeUncounted(usage.spam);
  const [openId, setOpenId] = useState<string | null>(null);
  const sites = useSites().data;
  const repeats = findRepeats(requests);
  const [newest] = requests;
  if (newest === undefined) {
    return shown === 'refused' ? (
      <EmptyState icon={IconInboxOff} title="No rejected requests">
        Requests that can’t be read as a lead appear here, with advice on how to fix them.
      </EmptyState>
    ) : (
      <EmptyState icon={IconInboxOff} title="No requests in the last 7 days">
        Submit your form, or send a test lead, to see it here.
      </EmptyState>
    );
  }
  return (
    <>
      <span role="status" className="only-heard">
        {`Newest request: ${newest.error === null ? 'accepted' : 'rejected'}, ${formatExact(new Date(newest.received_at))}`}
      </span>
      <ul className={classes.list}>
        {requests.map((request) => (
          <ReceivedRow
            key={request.request_id}
            request={request}
            isRepeat={repeats.has(request.request_id)}
            ignoredRedirect={sites === undefined ? null : findIgnoredRedirect(request, sites)}
            isOpen={request.request_id === openId}
            onToggle={() => setOpenId(request.request_id === openId ? null : request.request_id)}
          />
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="xs">
        Requests are kept for a week, without keys and other secrets.
        {uncounted !== null && ` ${uncounted}`}
      </Text>
    </>
  );
}
