// What the user wants to be alerted about in this account, how and when.

import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { alertsQuery } from '../../../alerts/alerts-query.ts';
import { type Permission, useNotificationPermission } from '../../../alerts/notification-permission.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useCan, useSession } from '../../../session/use-session.ts';
import { BrowserSection } from './browser-section.tsx';
import { DigestSection } from './digest-section.tsx';
import { DriftSection } from './drift-section.tsx';
import { EmailSection } from './email-section.tsx';
import { HoursSection } from './hours-section.tsx';
import { KeySection } from './key-section.tsx';
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
      <NoEmail />
      <FormError error={error} />
      {alerts.data !== undefined ? (
        <>
          <EmailSection choices={alerts.data} onChange={change} />
          <BrowserSection choices={alerts.data} onChange={change} />
          <HoursSection choices={alerts.data} onChange={change} />
          <DigestSection choices={alerts.data} onChange={change} />
          <DriftSection choices={alerts.data} onChange={change} />
          <KeySection choices={alerts.data} onChange={change} />
        </>
      ) : alerts.isLoadingError ? (
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

/** Says why nothing can arrive, before anyone chooses something. */
function NoEmail() {
  const { mail } = useSession();
  const isOwner = useCan('owner');
  const permission = useNotificationPermission();
  if (mail === 'sent') return null;
  return (
    <Alert color="gray" variant="light" icon={<IconMailOff size={18} aria-hidden />} mb="lg">
      Email isn’t set up on this installation, so no alert reaches you by email.{' '}
      {isOwner ? (
        <>
          To set it up, start the API and the worker with <code>SMTP_URL</code>, <code>MAIL_FROM</code> and{' '}
          <code>PUBLIC_URL</code>; see “Alerts by email” in <code>docs/operations.md</code>.
        </>
      ) : (
        'Your administrator can set up a mail server.'
      )}{' '}
      {WITHOUT_EMAIL[permission]}
    </Alert>
  );
}

const WITHOUT_EMAIL: Readonly<Record<Permission, string>> = {
  granted: 'Browser notifications work without it.',
  denied: 'Browser notifications would work without it, but this browser blocks them.',
  default: 'Browser notifications work without it once you allow them below.',
  unavailable: 'Browser notifications can’t be shown here either.',
};
