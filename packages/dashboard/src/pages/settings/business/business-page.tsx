// The business behind the account: name, currency, office hours and typical deal.

import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../../api/profile-query.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { BusinessForm } from './business-form.tsx';

export function BusinessPage() {
  const profile = useQuery(profileQuery);
  return (
    <>
      <PageHeader
        title="Business"
        description="Your account’s name, currency, office hours and lost reasons."
      />
      {profile.data !== undefined ? (
        <BusinessForm profile={profile.data} />
      ) : profile.isLoadingError ? (
        <ErrorState
          error={profile.error}
          onRetry={() => void profile.refetch()}
          isRetrying={profile.isFetching}
        />
      ) : (
        <SkeletonRows rows={6} height={36} label="Loading" />
      )}
    </>
  );
}
