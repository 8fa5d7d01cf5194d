// Keys for the examples. Intake keys, and keys created on this page, are known in full; of all others, only the last
// characters are.

import type { ApiKey, KeyBody, KeyScope, NewKeyResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keysQuery } from '../../api/keys-query.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Scope } from './guide-props.ts';

export interface CreatedKey {
  readonly keyId: string;
  readonly name: string;
  readonly mode: 'live' | 'test';
  readonly scope: Scope;
  readonly key: string;
}

export function useCreateKey(onCreated: (created: CreatedKey) => void) {
  return useMutation({
    mutationFn: async (body: Required<KeyBody> & { readonly scope: Scope }): Promise<CreatedKey> => {
      const scope: KeyScope = body.scope === 'api' ? 'send' : 'intake';
      const { data } = await call<NewKeyResult>('POST', PATHS.keys, { ...body, scope });
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

/** Whether a key fits the examples: tools only need to send leads, but a key with full access does, too. */
export const canSend = ({ scope }: ApiKey, wanted: Scope): boolean =>
  scope === wanted || (wanted === 'api' && scope === 'send');

/** The key the examples use for each scope. */
export function useChosenKeys() {
  const [created, setCreated] = useState<readonly CreatedKey[]>([]);
  const [chosenIds, setChosenIds] = useState<Partial<Record<Scope, string>>>({});

  function choose(scope: Scope, keyId: string): void {
    setChosenIds((before) => ({ ...before, [scope]: keyId }));
  }

  function keep(key: CreatedKey): void {
    setCreated((before) => [...before, key]);
    choose(key.scope, key.keyId);
  }

  function findChosen(scope: Scope, keys: readonly ApiKey[]): ChosenKey {
    const candidates = keys.filter((key) => canSend(key, scope));
    const newest = candidates.findLast(({ mode }) => mode === 'live') ?? candidates.at(-1);
    const keyId = chosenIds[scope] ?? newest?.key_id ?? '';
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
