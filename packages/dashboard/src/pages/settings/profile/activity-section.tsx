// What happened to the user's sign-in lately, so that they notice what wasn't them.

import type { ActivityPage } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, Center } from '@mantine/core';
import { IconAlertTriangle, IconShield } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import rows from '../rows.module.css';
import { Section } from '../section.tsx';
import { SECURITY_ACTIONS } from '../security-actions.ts';

type Event = ActivityPage['data'][number];

const PAGE_SIZE = 10;

export function ActivitySection() {
  const activity = useInfiniteQuery({
    queryKey: queryKeys.activity,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limit: String(PAGE_SIZE),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      });
      return call('GET', `${PATHS.activity}?${query}`, undefined, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
  return (
    <Section
      title="Recent activity"
      description="Sign-ins and changes in the last 90 days. If something wasn’t you, change your password."
    >
      {activity.data !== undefined ? (
        activity.data.length === 0 ? (
          'Nothing in the last 90 days.'
        ) : (
          <ul className={rows.rows} aria-label="Recent activity">
            {activity.data.map((event) => (
              <EventRow key={event.event_id} event={event} />
            ))}
          </ul>
        )
      ) : activity.isLoadingError ? (
        <ErrorState
          error={activity.error}
          onRetry={() => void activity.refetch()}
          isRetrying={activity.isFetching}
        />
      ) : (
        <SkeletonRows rows={3} height={60} label="Loading recent activity" />
      )}
      <FormError error={activity.isFetchNextPageError ? activity.error : null} />
      {activity.hasNextPage && (
        <Center mt="md">
          <Button
            variant="default"
            onClick={() => void activity.fetchNextPage()}
            loading={activity.isFetchingNextPage}
          >
            Load more
          </Button>
        </Center>
      )}
    </Section>
  );
}

function EventRow({ event: { action, details, device, network, at } }: { readonly event: Event }) {
  const isFailure = action === 'user.sign_in_failed';
  const Icon = isFailure ? IconAlertTriangle : IconShield;
  return (
    <li className={rows.row}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={rows.what}>
        <div className={rows.name}>
          {SECURITY_ACTIONS[action] ?? action}
          {isBySso(details) && <span className={rows.tag}>Single sign-on</span>}
        </div>
        <div className={rows.facts}>
          <span>{device}</span>
          {network !== '' && <span>{network}</span>}
          <span>
            <RelativeTime at={at} />
          </span>
        </div>
      </div>
    </li>
  );
}

function isBySso(details: unknown): boolean {
  return (details as { readonly method?: unknown } | null)?.method === 'sso';
}
