// Shown instead of an empty list: no leads yet, all done, or nothing matches the filters.

import type { LeadPage } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Stack } from '@mantine/core';
import { IconChecks, IconFilterOff, IconInbox, IconTrophy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import { LazyChecklist } from '../../setup/lazy-checklist.ts';
import { type Filters, isFiltered, NO_FILTERS } from './filters.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import type { SetFilters } from './use-filters.ts';

interface EmptyInboxProps {
  readonly filters: Filters;
  readonly onFilter: SetFilters;
}

export function EmptyInbox({ filters, onFilter }: EmptyInboxProps) {
  if (!isFiltered(filters)) return <EmptyTab filters={filters} />;
  const isPartialSearch = filters.q !== '' && filters.outcome !== 'all';
  return (
    <EmptyState
      icon={IconFilterOff}
      title="No leads match these filters"
      action={
        <Group gap="xs" justify="center">
          {isPartialSearch && (
            <Button onClick={() => onFilter({ ...NO_FILTERS, outcome: 'all', q: filters.q })}>
              Search all leads
            </Button>
          )}
          <Button variant="default" onClick={() => onFilter({ ...NO_FILTERS, outcome: filters.outcome })}>
            Clear filters
          </Button>
        </Group>
      }
    >
      {isPartialSearch && `Only ${filters.outcome} leads were searched. `}
      {filters.q === ''
        ? 'Remove a filter, or try another tab.'
        : 'Search finds the beginning of a first name, last name, email or phone number.'}
      {filters.outcome === 'open' &&
        filters.grades.length === 0 &&
        ' Spam is hidden unless you filter for it.'}
    </EmptyState>
  );
}

/** The message for an empty tab differs if the account has no leads at all. */
function EmptyTab({ filters }: { readonly filters: Filters }) {
  const any = useQuery({
    queryKey: queryKeys.anyLead,
    queryFn: ({ signal }) => call<LeadPage>('GET', `${PATHS.leads}?limit=1`, undefined, { signal }),
    select: ({ data }) => data.length > 0,
    enabled: filters.outcome !== 'all',
  });
  if (filters.outcome !== 'all' && any.isPending) return <GridSkeleton rows={3} />;
  if (filters.outcome === 'all' || any.data === false) return <FirstSteps />;
  if (filters.outcome === 'open') {
    return (
      <EmptyState
        icon={IconChecks}
        title="All caught up"
        action={
          <Button component={Link} to="?outcome=all" variant="default">
            Show all leads
          </Button>
        }
      >
        No open leads except spam. New ones appear here automatically.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconTrophy}
      title={filters.outcome === 'won' ? 'No won leads yet' : 'No lost leads yet'}
    >
      Mark leads as won or lost in the inbox or on their page.
    </EmptyState>
  );
}

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
  return (
    <EmptyState
      icon={IconInbox}
      title="No leads yet"
      action={
        <Group gap="xs" justify="center">
          <Button component={Link} to={PAGES.connect}>
            Connect a form
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
