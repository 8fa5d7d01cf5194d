// Keys for the examples. Intake keys, and keys created on this page, are known in full; of all others, only the last
// characters are.

import type { ApiKey, KeyBody, KeyScope } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keysQuery } from '../../api/keys-query.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Scope } from './guide-props.ts';
import { INTEGRATIONS, type Integration } from './integrations.ts';

export interface CreatedKey {
  readonly keyId: string;
  readonly name: string;
  readonly mode: 'live' | 'test';
  readonly scope: Scope;
  readonly key: string;
}

export function useCreateKey(onCreated: (created: CreatedKey) => void) {
  return useMutation({
    mutationFn: async (
      body: Required<Omit<KeyBody, 'expires_at'>> & { readonly scope: Scope },
    ): Promise<CreatedKey> => {
      const scope: KeyScope = body.scope === 'api' ? 'send' : 'intake';
      const { data } = await call('POST', PATHS.keys, { ...body, scope });
      return { keyId: data.key_id, key: data.key, ...body };
    },
    onSuccess: (created) => {
      onCreated(created);
      return queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
}

export interface ChosenKey {
  /** Empty if there is no key. */
  readonly keyId: string;
  readonly name: string;
  /** Null if it can't be shown. */
  readonly key: string | null;
}

/** Guides never hand out a key that can do more than send leads. */
const canOnlySend = ({ scope }: ApiKey, wanted: Scope): boolean =>
  scope === (wanted === 'api' ? 'send' : 'intake');

/** The keys of a tool. Each tool has its own, because the key's name is the source of its leads. A key named after another
 * tool is not one of them. */
export function listKeysOf(
  { label, scope, namesKeysFreely }: Integration,
  keys: readonly ApiKey[],
): readonly ApiKey[] {
  return keys.filter(
    (key) =>
      canOnlySend(key, scope) &&
      (isNamedAfter(key, label) ||
        (namesKeysFreely === true && !INTEGRATIONS.some((other) => isNamedAfter(key, other.label)))),
  );
}

const isNamedAfter = ({ name }: ApiKey, label: string): boolean =>
  name.toLowerCase().startsWith(label.toLowerCase());

/** The key that the examples of each tool use. */
export function useChosenKeys() {
  const [created, setCreated] = useState<readonly CreatedKey[]>([]);
  const [chosenIds, setChosenIds] = useState<Readonly<Record<string, string>>>({});

  function choose(integration: Integration, keyId: string): void {
    setChosenIds((before) => ({ ...before, [integration.id]: keyId }));
  }

  function keep(integration: Integration, key: CreatedKey): void {
    setCreated((before) => [...before, key]);
    choose(integration, key.keyId);
  }

  function findChosen(integration: Integration, keys: readonly ApiKey[]): ChosenKey {
    const candidates = listKeysOf(integration, keys);
    const newest = candidates.findLast(({ mode }) => mode === 'live') ?? candidates.at(-1);
    const keyId = chosenIds[integration.id] ?? newest?.key_id ?? '';
    const listed = candidates.find((key) => key.key_id === keyId);
    const own = created.find((key) => key.keyId === keyId);
    return { keyId, name: own?.name ?? listed?.name ?? '', key: own?.key ?? listed?.key ?? null };
  }

  return { choose, keep, findChosen };
}

/** Worded so that nobody mistakes them for real keys. */
export const PLACEHOLDERS: Readonly<Record<Scope, string>> = {
  api: 'YOUR_API_KEY',
  intake: 'YOUR_INTAKE_KEY',
};
