// The deliveries of an endpoint, newest first. Refreshed more often while one is due soon.

import type { Delivery, Endpoint } from '@leadline/contract';
import { type FilledPath, fillPath, PATHS } from '@leadline/contract/paths';
import { Button, Group, SegmentedControl, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh, IconSend2 } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addQuery, call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { describeFailure } from '../../components/describe-failure.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { refreshWebhooks } from './use-webhooks.ts';
import classes from './webhooks.module.css';

type Shown = 'all' | Delivery['status'];

type RedeliverPath = FilledPath<typeof PATHS.webhookRedeliver> | FilledPath<typeof PATHS.deliveryRedeliver>;

const FAST_REFRESH_MS = 2_000;
const SLOW_REFRESH_MS = 10_000;
/** Deliveries due later than this don't need the fast refresh. */
const DUE_SOON_MS = 60_000;

interface DeliveriesProps {
  readonly endpoint: Endpoint;
  /** When the last test event was sent. The event isn't listed until its first attempt. */
  readonly testedAt: number;
}

export function Deliveries({ endpoint: { webhook_id: id, enabled }, testedAt }: DeliveriesProps) {
  const [shown, setShown] = useState<Shown>('all');
  const deliveries = useInfiniteQuery({
    queryKey: queryKeys.deliveries(id, shown),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        ...(shown === 'all' ? {} : { status: shown }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      });
      return call('GET', addQuery(fillPath(PATHS.webhookDeliveries, { id }), query), undefined, {
        signal,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      Date.now() < testedAt + DUE_SOON_MS ||
      (state.data?.pages ?? []).some(({ data }) => data.some(isDueSoon))
        ? FAST_REFRESH_MS
        : SLOW_REFRESH_MS,
  });
  const redeliver = useMutation({
    mutationFn: (path: RedeliverPath) => call('POST', path),
    onSuccess: ({ data: { queued } }) => {
      notifications.show({ message: describeQueued(queued) });
      return refreshWebhooks();
    },
    onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
  });
  const redeliverAllPath = fillPath(PATHS.webhookRedeliver, { id });
  const redeliverPath = ({ event_id: event }: Delivery): RedeliverPath =>
    fillPath(PATHS.deliveryRedeliver, { id, event });
  const rows = deliveries.data?.pages.flatMap(({ data }) => data);
  const hasFailed = rows?.some(({ status }) => status === 'failed') ?? false;
  return (
    <section aria-labelledby="deliveries">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} id="deliveries">
          Deliveries
        </Title>
        <Group gap="xs">
          {hasFailed && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={15} aria-hidden />}
              onClick={() => redeliver.mutate(redeliverAllPath)}
              loading={redeliver.isPending && redeliver.variables === redeliverAllPath}
              disabled={!enabled}
              title={enabled ? undefined : 'Switch on the webhook first'}
            >
              Resend all failed
            </Button>
          )}
          <SegmentedControl
            size="xs"
            aria-label="Filter deliveries"
            value={shown}
            onChange={(value) => setShown(value as Shown)}
            data={[
              { value: 'all', label: 'All' },
              { value: 'pending', label: 'Pending' },
              { value: 'delivered', label: 'Delivered' },
              { value: 'failed', label: 'Failed' },
            ]}
          />
        </Group>
      </Group>
      {rows === undefined ? (
        deliveries.isError ? (
          <ErrorState
            error={deliveries.error}
            onRetry={() => void deliveries.refetch()}
            isRetrying={deliveries.isFetching}
          />
        ) : (
          <SkeletonRows rows={4} height={44} label="Loading deliveries" />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon={IconSend2} title={emptyTitle(shown, deliveries.hasNextPage)}>
          {shown === 'all'
            ? 'Send a test event to see if the endpoint responds. Deliveries are kept for 30 days.'
            : deliveries.hasNextPage
              ? 'Load more to look further back.'
              : 'Choose All to see every delivery.'}
        </EmptyState>
      ) : (
        <ul className={classes.list} aria-label="Deliveries">
          {rows.map((delivery) => (
            <DeliveryRow
              key={delivery.event_id}
              delivery={delivery}
              mayRedeliver={enabled}
              isPending={redeliver.isPending && redeliver.variables === redeliverPath(delivery)}
              onRedeliver={() => redeliver.mutate(redeliverPath(delivery))}
            />
          ))}
        </ul>
      )}
      {deliveries.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            onClick={() => void deliveries.fetchNextPage()}
            loading={deliveries.isFetchingNextPage}
          >
            Load more
          </Button>
        </Group>
      )}
    </section>
  );
}

function emptyTitle(shown: Shown, hasOlder: boolean): string {
  if (shown === 'all') return 'No deliveries yet';
  return hasOlder ? `No ${shown} deliveries among the newest` : `No ${shown} deliveries`;
}

function isDueSoon({ status, next_attempt_at: next }: Delivery): boolean {
  return status === 'pending' && (next === null || Date.parse(next) < Date.now() + DUE_SOON_MS);
}

function describeQueued(queued: number): string {
  if (queued === 0) return 'There was nothing left to resend.';
  return queued === 1 ? 'Resending 1 event.' : `Resending ${queued} events.`;
}
