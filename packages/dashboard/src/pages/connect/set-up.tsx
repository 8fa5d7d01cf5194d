// The guide of the chosen tool with its URL and key, and whether its first lead has arrived.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { Alert, Skeleton, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isExpired, keysQuery } from '../../api/keys-query.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { isOpenLocally } from '../../components/local-address.ts';
import { useNow } from '../../components/relative-time.tsx';
import { FirstLead } from './first-lead.tsx';
import type { Integration } from './integrations.ts';
import { KeyChooser } from './key-chooser.tsx';
import { listKeysOf, PLACEHOLDERS, type useChosenKeys } from './use-keys.ts';

interface SetUpProps {
  readonly integration: Integration;
  readonly chosen: ReturnType<typeof useChosenKeys>;
}

export function SetUp({ integration, chosen }: SetUpProps) {
  const keys = useQuery(keysQuery);
  const now = useNow();
  const listed = (keys.data ?? []).filter((key) => !isExpired(key, now));
  const chosenKey = chosen.findChosen(integration, listed);
  const secret = chosenKey.key ?? PLACEHOLDERS[integration.scope];
  const path = integration.scope === 'api' ? PATHS.webhook : fillPath(PATHS.intake, { token: secret });
  const url = window.location.origin + path;
  // An API key can't be shown again, but the user may have a copy, so the example shows where to put it.
  const isComplete = chosenKey.key !== null || (integration.scope === 'api' && chosenKey.keyId !== '');
  const noCopy = isComplete ? null : chosenKey.keyId === '' ? 'Create a key first' : 'Create a new key first';
  const { Guide } = integration;
  return (
    <Stack gap="md" maw={860}>
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
          prefix={integration.namesKeysFreely ? null : integration.label}
          keys={listKeysOf(integration, listed)}
          chosen={chosenKey}
          secret={secret}
          onChoose={(id) => chosen.choose(integration, id)}
          onCreated={(key) => chosen.keep(integration, key)}
        />
      )}
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
      <Guide url={url} secret={secret} noCopy={noCopy} />
      {chosenKey.keyId !== '' && (
        <FirstLead
          tool={integration.label}
          keyName={chosenKey.name}
          lastUsedAt={listed.find(({ key_id }) => key_id === chosenKey.keyId)?.last_used_at ?? null}
        />
      )}
    </Stack>
  );
}
