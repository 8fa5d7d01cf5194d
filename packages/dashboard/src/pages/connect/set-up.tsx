// The address, a key, and how to put both into the tool one has.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { keysQuery } from '../../api/keys-query.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { useCan } from '../../session/use-session.ts';
import { KeyChooser } from './key-chooser.tsx';
import { PLACEHOLDERS, useChosenKeys } from './use-keys.ts';
import { WayPicker } from './way-picker.tsx';
import { WAYS, type Way } from './ways.ts';

export function SetUp() {
  const [search, setSearch] = useSearchParams();
  const way = WAYS.find(({ id }) => id === search.get('with')) ?? (WAYS[0] as Way);
  const keys = useQuery(keysQuery);
  const chosen = useChosenKeys();

  function pick(wayId: string): void {
    setSearch({ with: wayId }, { replace: true, preventScrollReset: true });
  }

  const listed = keys.data ?? [];
  const { keyId, made } = chosen.findChosen(way.scope, listed);
  const secret = made?.key ?? PLACEHOLDERS[way.scope];
  const path = way.scope === 'api' ? PATHS.webhook : fillPath(PATHS.intake, { token: secret });
  const address = window.location.origin + path;
  const mayMake = useCan('owner');
  // Who has a key may hold it: the code says where it goes.
  const hasKey = made !== null || (way.scope === 'api' && listed.some(({ scope }) => scope === 'api'));
  const noCopy = hasKey
    ? null
    : mayMake
      ? 'Create a key first, it is shown once'
      : 'Ask an owner for the key';
  const { Guide } = way;
  return (
    <WayPicker wayId={way.id} onPick={pick}>
      <Stack gap="md">
        <Title order={3}>{way.label}</Title>
        <CopyField
          label="Address"
          description={
            way.scope === 'api'
              ? 'Leads are sent here by POST, with your key in the header X-API-KEY.'
              : 'Leads are sent here by POST. The key stands in the address, so no header is needed.'
          }
          value={address}
          what="address"
          isPartial={way.scope === 'intake' && made === null}
        />
        {isOfThisComputer(window.location.hostname) && (
          <Text size="sm" c="dimmed">
            Only this computer reaches an address that begins with {window.location.hostname}. For forms and
            tools elsewhere, open the dashboard at an address they can reach; the operator sets it as
            PUBLIC_URL.
          </Text>
        )}
        {keys.isPending ? (
          <Skeleton height={84} />
        ) : keys.isError ? (
          <ErrorState
            title="Your keys could not be loaded"
            error={keys.error}
            onRetry={() => void keys.refetch()}
            isRetrying={keys.isFetching}
          />
        ) : (
          <KeyChooser
            scope={way.scope}
            suggestedName={way.label}
            keys={listed}
            chosenId={keyId}
            made={made}
            secret={secret}
            onChoose={(id) => chosen.choose(way.scope, id)}
            onMade={chosen.keep}
          />
        )}
        <Guide address={address} secret={secret} noCopy={noCopy} />
      </Stack>
    </WayPicker>
  );
}

function isOfThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
