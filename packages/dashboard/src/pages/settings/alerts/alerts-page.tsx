// What the user wants to be alerted about in this account, how and when.

import { useQuery } from '@tanstack/react-query';
import { alertsQuery } from '../../../alerts/alerts-query.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { BrowserSection } from './browser-section.tsx';
import { DigestSection } from './digest-section.tsx';
import { EmailSection } from './email-section.tsx';
import { HoursSection } from './hours-section.tsx';
import { useSaveChoices } from './use-save-choices.ts';

export function AlertsPage() {
  const alerts = useQuery(alertsQuery);
  const { change, error } = useSaveChoices();
  return (
    <>
      <PageHeader
        title="Alerts"
        description="Your own choices for this account. Changes are saved at once."
      />
      <FormError error={error} />
      {alerts.data !== undefined ? (
        <>
          <EmailSection choices={alerts.data} onChange={change} />
          <BrowserSection choices={alerts.data} onChange={change} />
          <HoursSection choices={alerts.data} onChange={change} />
          <DigestSection choices={alerts.data} onChange={change} />
        </>
      ) : alerts.isError ? (
        <ErrorState
          error={alerts.error}
          onRetry={() => void alerts.refetch()}
          isRetrying={alerts.isFetching}
        />
      ) : (
        <SkeletonRows rows={6} height={40} label="Loading" />
      )}
    </>
  );
}
