// Rules that assign new leads.

import { useQuery } from '@tanstack/react-query';
import { teamQuery } from '../../../api/team-query.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { RoutingEditor } from './routing-editor.tsx';
import { routingQuery } from './use-routing.ts';

export function RoutingPage() {
  return (
    <>
      <PageHeader
        title="Routing"
        description="Rules that assign new leads to your team the moment they arrive. The first rule that matches decides."
      />
      <Loaded />
    </>
  );
}

function Loaded() {
  const routing = useQuery(routingQuery);
  const people = useQuery(teamQuery);
  const failed = [routing, people].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined)
    return (
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
    );
  if (routing.data === undefined || people.data === undefined)
    return <SkeletonRows rows={3} height={72} label="Loading rules" />;
  return <RoutingEditor current={routing.data} people={people.data} />;
}
