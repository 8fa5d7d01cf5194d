// Shown instead of an empty list: no leads yet, all done, or nothing matches the filters.

import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Stack } from '@mantine/core';
import {
  IconChecks,
  IconFilterOff,
  IconInbox,
  IconPhone,
  IconTrophy,
  IconZzz,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import { useCan } from '../../session/use-session.ts';
import { LazyChecklist } from '../../setup/lazy-checklist.ts';
import { clearFilters, type Filters, isFiltered, NO_FILTERS, type Tab } from './filters.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import { TAB_NAMES } from './inbox-tabs.tsx';
import type { SetFilters } from './use-filters.ts';

interface EmptyInboxProps {
  readonly filters: Filters;
  readonly onFilter: SetFilters;
}

export function EmptyInbox({ filters, onFilter }: EmptyInboxProps) {
  const isPartialSearch = filters.q !== '' && filters.tab !== 'all';
  const elsewhere = useQuery({
    queryKey: queryKeys.leadSearch(`anywhere ${filters.q}`),
    queryFn: ({ signal }) =>
      call('GET', `${PATHS.leads}?${new URLSearchParams({ limit: '1', q: filters.q })}`, undefined, {
        signal,
      }),
    select: ({ data }) => data.length > 0,
    enabled: isPartialSearch,
  });
  const isElsewhere = isPartialSearch && elsewhere.data !== false;
  if (!isFiltered(filters)) return <EmptyTab tab={filters.tab} />;
  if (isOnlyMine(filters))
    return (
      <EmptyState
        icon={IconInbox}
        title={filters.tab === 'todo' ? 'Nothing for you to do' : 'None of these leads is yours'}
        action={
          <Button onClick={() => onFilter({ ...filters, assignees: ['none'] })}>See unassigned leads</Button>
        }
      >
        Leads appear here when they are assigned to you, or when you assign one to yourself.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconFilterOff}
      title="No leads match these filters"
      action={
        <Group gap="xs" justify="center">
          {isElsewhere && (
            <Button onClick={() => onFilter({ ...NO_FILTERS, tab: 'all', q: filters.q })}>
              Search all leads
            </Button>
          )}
          <Button variant="default" onClick={() => onFilter(clearFilters(filters))}>
            Clear filters
          </Button>
        </Group>
      }
    >
      {isElsewhere && `Only leads under “${TAB_NAMES[filters.tab]}” were searched. `}
      {filters.q === ''
        ? 'Remove a filter, or try another tab.'
        : 'Search finds any part of a name, company, email, phone number or message.'}
      {filters.tab === 'todo' && filters.grades.length === 0 && ' Spam is hidden unless you filter for it.'}
    </EmptyState>
  );
}

/** Chosen by "My leads" and nothing else. */
function isOnlyMine(filters: Filters): boolean {
  const { assignees } = filters;
  return assignees.length === 1 && assignees[0] === 'me' && !isFiltered({ ...filters, assignees: [] });
}

/** The message for an empty tab differs if the account has no leads at all. */
function EmptyTab({ tab }: { readonly tab: Tab }) {
  const any = useQuery({
    queryKey: queryKeys.anyLead,
    queryFn: ({ signal }) => call('GET', `${PATHS.leads}?limit=1`, undefined, { signal }),
    select: ({ data }) => data.length > 0,
    enabled: tab !== 'all',
  });
  if (tab !== 'all' && any.isPending) return <GridSkeleton rows={3} />;
  if (tab === 'all' || any.data === false) return <FirstSteps />;
  const { icon, title, text } = EMPTY_TABS[tab];
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        tab === 'todo' && (
          <Button component={Link} to="?tab=all" variant="default">
            Show all leads
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

const EMPTY_TABS: Readonly<
  Record<Exclude<Tab, 'all'>, { readonly icon: TablerIcon; readonly title: string; readonly text: string }>
> = {
  todo: {
    icon: IconChecks,
    title: 'All caught up',
    text: 'Nothing to do except spam. New leads and snoozed ones appear here automatically.',
  },
  in_progress: {
    icon: IconPhone,
    title: 'No leads in progress',
    text: 'Leads you have contacted or qualified appear here until they are won or lost.',
  },
  snoozed: {
    icon: IconZzz,
    title: 'No snoozed leads',
    text: 'Snooze a lead to take it off the to-do list until a time you choose.',
  },
  won: {
    icon: IconTrophy,
    title: 'No won leads yet',
    text: 'Mark leads as won or lost in the inbox or on their page.',
  },
  lost: {
    icon: IconTrophy,
    title: 'No lost leads yet',
    text: 'Mark leads as won or lost in the inbox or on their page.',
  },
};

function FirstSteps() {
  return (
    <Stack>
      <NoLeads />
      <Suspense>
        <LazyChecklist />
      </Suspense>
    </Stack>
  );
}

function NoLeads() {
  if (!useCan('owner'))
    return (
      <EmptyState icon={IconInbox} title="No leads yet">
        New leads appear here automatically, the most important first.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconInbox}
      title="No leads yet"
      action={
        <Group gap="xs" justify="center">
          <Button component={Link} to={PAGES.connect}>
            Connect a form
          </Button>
          <Button component={Link} to={`${PAGES.connect}#test-lead`} variant="default">
            Send a test lead
          </Button>
          <Button component={Link} to={PAGES.imports} variant="default">
            Import a file
          </Button>
        </Group>
      }
    >
      Send a test lead to see how scoring works, then connect your form. New leads appear here automatically,
      the most important first.
    </EmptyState>
  );
}
