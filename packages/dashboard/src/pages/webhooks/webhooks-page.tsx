// Tells other systems of what happens here. `?id=` shows one endpoint with its deliveries.

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconPlus, IconSettingsOff, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../../api/call.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { useCan } from '../../session/use-session.ts';
import { AddDialog } from './endpoint-dialogs.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { OneEndpoint } from './one-endpoint.tsx';
import { endpointsQuery } from './use-webhooks.ts';

const ABOUT = 'Tell your CRM, a chat or your own systems of leads and outcomes as they happen.';

export function WebhooksPage() {
  if (useCan('owner')) return <Webhooks />;
  return (
    <>
      <PageHeader title="Webhooks" description={ABOUT} />
      <EmptyState icon={IconLock} title="Only owners see webhooks">
        Their addresses may be secrets. Ask an owner of the account if you need one.
      </EmptyState>
    </>
  );
}

function Webhooks() {
  const endpoints = useQuery(endpointsQuery);
  const [isAdding, adding] = useDisclosure(false);
  const [search] = useSearchParams();
  const found = endpoints.data?.find(({ webhook_id: id }) => id === search.get('id'));
  if (found !== undefined) return <OneEndpoint endpoint={found} />;
  const isUnavailable = endpoints.error instanceof ApiFailure && endpoints.error.status === 501;
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
            Add an address, and it is sent a signed message for each event you choose. Or have hot leads told
            in Slack.
          </EmptyState>
        )
      ) : isUnavailable ? (
        <EmptyState icon={IconSettingsOff} title="Webhooks are not set up here">
          Their secrets are kept encrypted, and whoever runs this installation has not set the key for that.
          Ask them to set <code>SECRET_KEY</code> and start Leadline again.
        </EmptyState>
      ) : endpoints.isError ? (
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
