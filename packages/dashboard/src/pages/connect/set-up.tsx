// The URL, a key and a setup guide for the chosen tool.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { Alert, Skeleton, Stack, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { keysQuery } from '../../api/keys-query.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { isOpenLocally } from '../../components/local-address.ts';
import { useCan } from '../../session/use-session.ts';
import { IntegrationPicker } from './integration-picker.tsx';
import { INTEGRATIONS, type Integration } from './integrations.ts';
import { KeyChooser } from './key-chooser.tsx';
import { PLACEHOLDERS, useChosenKeys } from './use-keys.ts';

export function SetUp() {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('with');
  const found = INTEGRATIONS.find(({ id }) => id === wanted);
  const integration = found ?? (INTEGRATIONS[0] as Integration);
  const keys = useQuery(keysQuery);
  const chosen = useChosenKeys();

  function choose(integrationId: string): void {
    setSearch({ with: integrationId }, { replace: true, preventScrollReset: true });
  }

  const listed = keys.data ?? [];
  const chosenKey = chosen.findChosen(integration.scope, listed);
  const secret = chosenKey.key ?? PLACEHOLDERS[integration.scope];
  const path = integration.scope === 'api' ? PATHS.webhook : fillPath(PATHS.intake, { token: secret });
  const url = window.location.origin + path;
  const mayCreate = useCan('owner');
  // An API key can't be shown again, but the user may have a copy, so the example shows where to put it.
  const isComplete = chosenKey.key !== null || (integration.scope === 'api' && chosenKey.keyId !== '');
  const noCopy = isComplete
    ? null
    : !mayCreate
      ? 'Ask an owner for the code'
      : chosenKey.keyId === ''
        ? 'Create a key first'
        : 'Create a new key first';
  const { Guide } = integration;
  return (
    <IntegrationPicker integrationId={integration.id} onPick={choose}>
      <Stack gap="md">
        {wanted !== null && found === undefined && (
          <Alert color="yellow" variant="outline" p="xs" icon={<IconInfoCircle size={18} aria-hidden />}>
            There is no guide for “{wanted.slice(0, 40)}”. Choose another tool. Any tool that can send a POST
            request works.
          </Alert>
        )}
        <Title order={3}>{integration.label}</Title>
        {!integration.hidesUrl && (
          <CopyField
            label="URL"
            description={
              integration.scope === 'api'
                ? 'POST leads to this URL, with your key in the X-API-KEY header.'
                : 'Leads sent to this URL arrive in your inbox. It contains the key.'
            }
            value={url}
            what="URL"
            isPartial={integration.scope === 'intake' && chosenKey.key === null}
          />
        )}
        {isOpenLocally() && (
          <Alert color="yellow" variant="outline" p="xs" icon={<IconInfoCircle size={18} aria-hidden />}>
            {integration.hidesUrl ? 'This code' : 'This URL'} only works on this computer, because you opened
            Leadline at {window.location.hostname}. When it runs at a public address, open the dashboard there
            and copy again.
          </Alert>
        )}
        {keys.isPending ? (
          <Skeleton height={84} />
        ) : keys.isLoadingError ? (
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
            chosen={chosenKey}
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
