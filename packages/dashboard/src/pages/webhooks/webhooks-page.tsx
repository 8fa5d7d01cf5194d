// Webhook endpoints. `?id=` shows one endpoint with its deliveries.

import { LeadlineError } from '@leadline/sdk/core';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSettingsOff, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { EndpointDetail } from './endpoint-detail.tsx';
import { AddDialog } from './endpoint-dialogs.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { endpointsQuery } from './use-webhooks.ts';

const ABOUT = 'Send leads and outcomes to your CRM, chat or other systems as they happen.';

export function WebhooksPage() {
  const endpoints = useQuery(endpointsQuery);
  const [isAdding, adding] = useDisclosure(false);
  const [search] = useSearchParams();
  const found = endpoints.data?.find(({ webhook_id: id }) => id === search.get('id'));
  if (found !== undefined) return <EndpointDetail endpoint={found} />;
  const isUnavailable = endpoints.error instanceof LeadlineError && endpoints.error.status === 501;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
      Add webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description={ABOUT}
        actions={endpoints.data !== undefined && endpoints.data.length > 0 && add}
      />
      {endpoints.data !== undefined ? (
        endpoints.data.length > 0 ? (
          <EndpointList endpoints={endpoints.data} />
        ) : (
          <EmptyState icon={IconWebhook} title="No webhooks yet" action={add}>
            Get a signed request for each event you choose, or send hot leads to Slack.
          </EmptyState>
        )
      ) : isUnavailable ? (
        <EmptyState icon={IconSettingsOff} title="Webhooks aren’t set up">
          Webhook secrets are stored encrypted, which requires a key. Ask your administrator to set{' '}
          <code>SECRET_KEY</code> and restart Leadline.
        </EmptyState>
      ) : endpoints.isLoadingError ? (
        <ErrorState
          error={endpoints.error}
          onRetry={() => void endpoints.refetch()}
          isRetrying={endpoints.isFetching}
        />
      ) : (
        <SkeletonRows rows={3} height={72} label="Loading webhooks" />
      )}
      <AddDialog opened={isAdding} onClose={adding.close} />
    </>
  );
}
