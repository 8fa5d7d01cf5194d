// What stands where no lead is: nothing yet, all done, or nothing that passes the filters.

import type { LeadPage } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, Group } from '@mantine/core';
import { IconChecks, IconFilterOff, IconInbox, IconTrophy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import { type Filters, isFiltered, NO_FILTERS } from './filters.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import type { SetFilters } from './use-filters.ts';

interface EmptyInboxProps {
  readonly filters: Filters;
  readonly onFilter: SetFilters;
}

export function EmptyInbox({ filters, onFilter }: EmptyInboxProps) {
  if (!isFiltered(filters)) return <EmptyTab filters={filters} />;
  const isSearchOfSome = filters.q !== '' && filters.outcome !== 'all';
  return (
    <EmptyState
      icon={IconFilterOff}
      title="No lead passes these filters"
      action={
        <Group gap="xs" justify="center">
          {isSearchOfSome && (
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
      {isSearchOfSome && `Only ${filters.outcome} leads were searched. `}
      {filters.q === ''
        ? 'Take one away, or look among leads with another outcome.'
        : 'The search looks at how a name, a surname, an email address or a phone number begins.'}
      {filters.outcome === 'open' && filters.grades.length === 0 && ' Spam is left out unless it is chosen.'}
    </EmptyState>
  );
}

/** Whether there is any lead at all decides what to say of a tab without one. */
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
        title="Nobody is waiting for a call"
        action={
          <Button component={Link} to="?outcome=all" variant="default">
            Show all leads
          </Button>
        }
      >
        Every lead but spam has an outcome. New ones appear here by themselves.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconTrophy} title={filters.outcome === 'won' ? 'No lead won yet' : 'No lead lost yet'}>
      Open leads are marked as won or lost in the inbox or on their own page.
    </EmptyState>
  );
}

function FirstSteps() {
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
      Send a test lead to see how one is scored, then connect your form. New leads appear here by themselves,
      with whom to call first at the top.
    </EmptyState>
  );
}
