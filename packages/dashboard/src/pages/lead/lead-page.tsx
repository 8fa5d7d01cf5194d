// One lead: its score, the reasons, and what to do next.

import { LeadlineError } from '@leadline/sdk/core';
import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useLeadOrigin } from './lead-origin.ts';
import { leadQuery } from './lead-query.ts';
import { LeadSkeleton } from './lead-skeleton.tsx';
import { LeadView } from './lead-view.tsx';

export function LeadPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const mode = search.get('mode') === 'test' ? 'test' : 'live';
  const { data, error, refetch, isFetching } = useQuery(leadQuery(id, mode));

  if (error instanceof LeadlineError && error.status === 404) return <UnknownLead />;
  if (data !== undefined) return <LeadView key={data.lead_id} data={data} mode={mode} />;
  if (error === null) return <LeadSkeleton />;
  return (
    <>
      <PageHeader title="Lead" />
      <ErrorState
        error={error}
        title="Couldn’t load this lead"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    </>
  );
}

function UnknownLead() {
  const { inbox } = useLeadOrigin();
  return (
    <>
      <PageHeader title="Lead not found" />
      <EmptyState
        icon={IconUserOff}
        title="This lead doesn’t exist"
        action={
          <Button component={Link} to={inbox} variant="default">
            Back to inbox
          </Button>
        }
      >
        It may have been deleted, or it belongs to another account. If you have several accounts, switch to
        the right one.
      </EmptyState>
    </>
  );
}
