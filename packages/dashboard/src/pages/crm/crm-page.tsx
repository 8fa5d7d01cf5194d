// Connects a CRM, says what is synced, and shows the log.

import type { CrmConnection } from '@leadline/contract';
import { LeadlineError } from '@leadline/sdk/core';
import { Alert, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconRefresh, IconSettingsOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { FormError } from '../../components/form-error.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Section } from '../settings/section.tsx';
import { ConnectForm } from './connect-form.tsx';
import { crmQuery, useChangeCrm, useDisconnectCrm, useStartCrmRun } from './crm-calls.ts';
import { MappingSection } from './mapping-section.tsx';
import { RunsSection } from './runs-section.tsx';
import { SyncSection } from './sync-section.tsx';
import { VENDORS } from './vendors.ts';

const ABOUT = 'Send scored leads to your CRM, and learn from what is won and lost there.';

export function CrmPage() {
  const crm = useQuery(crmQuery);
  const isUnavailable = crm.error instanceof LeadlineError && crm.error.status === 501;
  return (
    <>
      <PageHeader
        title="CRM"
        description={ABOUT}
        actions={crm.data != null && <RunButtons isPaused={crm.data.paused_at !== null} />}
      />
      {crm.data === null ? (
        <Section title="Connect a CRM" description="Odoo, HubSpot, Pipedrive or Salesforce.">
          <ConnectForm />
        </Section>
      ) : crm.data !== undefined ? (
        <Connected connection={crm.data} />
      ) : isUnavailable ? (
        <EmptyState icon={IconSettingsOff} title="The CRM sync isn’t set up">
          Logins are stored encrypted, which requires a key. Ask your administrator to set{' '}
          <code>SECRET_KEY</code> and restart Leadline.
        </EmptyState>
      ) : crm.isLoadingError ? (
        <ErrorState error={crm.error} onRetry={() => void crm.refetch()} isRetrying={crm.isFetching} />
      ) : (
        <SkeletonRows rows={3} height={72} label="Loading the CRM" />
      )}
    </>
  );
}

function RunButtons({ isPaused }: { readonly isPaused: boolean }) {
  const start = useStartCrmRun();
  return (
    <>
      <Button variant="default" disabled={isPaused} onClick={() => start.mutate('preview')}>
        Preview
      </Button>
      <Button
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={isPaused}
        loading={start.isPending}
        onClick={() => start.mutate('sync')}
      >
        Sync now
      </Button>
    </>
  );
}

function Connected({ connection }: { readonly connection: CrmConnection }) {
  return (
    <>
      <State connection={connection} />
      <SyncSection connection={connection} />
      {connection.fields !== null && <MappingSection connection={connection} fields={connection.fields} />}
      <RunsSection connection={connection} />
      <Disconnect connection={connection} />
    </>
  );
}

function State({
  connection: { error, failing_since: since, paused_at: paused },
}: {
  readonly connection: CrmConnection;
}) {
  const change = useChangeCrm();
  if (paused === null && since === null) return null;
  return (
    <Alert color="orange" variant="outline" mb="md" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Group justify="space-between">
        <span>
          {paused === null ? (
            <>
              The CRM has been failing since <RelativeTime at={since as string} />: {error}. Trying again.
            </>
          ) : (
            <>The sync is paused{error === null ? '' : `: ${error}`}.</>
          )}
        </span>
        {paused !== null && (
          <Button size="xs" loading={change.isPending} onClick={() => change.mutate({ paused: false })}>
            Resume
          </Button>
        )}
      </Group>
      <FormError error={change.error} />
    </Alert>
  );
}

function Disconnect({ connection }: { readonly connection: CrmConnection }) {
  const [isAsking, ask] = useDisclosure(false);
  const change = useChangeCrm();
  const disconnect = useDisconnectCrm();
  return (
    <Section
      title="Connection"
      description={
        <>
          {VENDORS[connection.vendor].name}: {connection.login} {connection.url} {connection.database}
        </>
      }
      isDangerous
    >
      <Group>
        {connection.paused_at === null && (
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ paused: true })}
          >
            Pause
          </Button>
        )}
        <Button color="red.8" onClick={ask.open}>
          Disconnect
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={ask.close}
        title="Disconnect the CRM?"
        confirmLabel="Disconnect"
        onConfirm={() => disconnect.mutate()}
        isPending={disconnect.isPending}
        error={disconnect.error}
      >
        Deletes the login and the log. What is in the CRM stays there. This can’t be undone.
      </ConfirmDialog>
    </Section>
  );
}
