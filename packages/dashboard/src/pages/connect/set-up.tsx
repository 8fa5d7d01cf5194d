// The URL, a key and a setup guide for the chosen tool.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { keysQuery } from '../../api/keys-query.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { useCan } from '../../session/use-session.ts';
import { IntegrationPicker } from './integration-picker.tsx';
import { INTEGRATIONS, type Integration } from './integrations.ts';
import { KeyChooser } from './key-chooser.tsx';
import { PLACEHOLDERS, useChosenKeys } from './use-keys.ts';

export function SetUp() {
  const [search, setSearch] = useSearchParams();
  const integration =
    INTEGRATIONS.find(({ id }) => id === search.get('with')) ?? (INTEGRATIONS[0] as Integration);
  const keys = useQuery(keysQuery);
  const chosen = useChosenKeys();

  function choose(integrationId: string): void {
    setSearch({ with: integrationId }, { replace: true, preventScrollReset: true });
  }

  const listed = keys.data ?? [];
  const { keyId, created } = chosen.findChosen(integration.scope, listed);
  const secret = created?.key ?? PLACEHOLDERS[integration.scope];
  const path = integration.scope === 'api' ? PATHS.webhook : fillPath(PATHS.intake, { token: secret });
  const url = window.location.origin + path;
  const mayCreate = useCan('owner');
  // An existing key can't be shown again, but the user may have a copy, so the example shows where to put it.
  const hasKey =
    created !== null || (integration.scope === 'api' && listed.some(({ scope }) => scope === 'api'));
  const noCopy = hasKey ? null : mayCreate ? 'Create a key first' : 'Ask an owner for a key';
  const { Guide } = integration;
  return (
    <IntegrationPicker integrationId={integration.id} onPick={choose}>
      <Stack gap="md">
        <Title order={3}>{integration.label}</Title>
        <CopyField
          label="URL"
          description={
            integration.scope === 'api'
              ? 'POST leads to this URL, with your key in the X-API-KEY header.'
              : 'POST leads to this URL. The URL contains the key, so no header is needed.'
          }
          value={url}
          what="URL"
          isPartial={integration.scope === 'intake' && created === null}
        />
        {isLocal(window.location.hostname) && (
          <Text size="sm" c="dimmed">
            This URL only works on this computer. To receive leads from elsewhere, open the dashboard at its
            public URL, which your administrator sets as PUBLIC_URL.
          </Text>
        )}
        {keys.isPending ? (
          <Skeleton height={84} />
        ) : keys.isError ? (
          <ErrorState
            title="Couldn’t load your keys"
            error={keys.error}
            onRetry={() => void keys.refetch()}
            isRetrying={keys.isFetching}
          />
        ) : (
          <KeyChooser
            scope={integration.scope}
            suggestedName={integration.label}
            keys={listed}
            chosenId={keyId}
            created={created}
            secret={secret}
            onChoose={(id) => chosen.choose(integration.scope, id)}
            onCreated={chosen.keep}
          />
        )}
        <Guide url={url} secret={secret} noCopy={noCopy} />
      </Stack>
    </IntegrationPicker>
  );
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
