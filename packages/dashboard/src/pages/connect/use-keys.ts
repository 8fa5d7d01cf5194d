// The keys one can send leads with. Of a key only its end is known, but for one that was made just now.

import type { ApiKey, KeyBody, NewKeyResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keysQuery } from '../../api/keys-query.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Scope } from './guide-props.ts';

export interface MadeKey {
  readonly keyId: string;
  readonly name: string;
  readonly mode: 'live' | 'test';
  readonly scope: Scope;
  readonly key: string;
}

export function useMakeKey(onMade: (made: MadeKey) => void) {
  return useMutation({
    mutationFn: async (body: Required<KeyBody>): Promise<MadeKey> => {
      const { data } = await call<NewKeyResult>('POST', PATHS.keys, body);
      return { keyId: data.key_id, key: data.key, ...body };
    },
    onSuccess: (made) => {
      onMade(made);
      return queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
}

/** Which key of each kind the examples are written with. */
export function useChosenKeys() {
  const [made, setMade] = useState<readonly MadeKey[]>([]);
  const [chosenIds, setChosenIds] = useState<Partial<Record<Scope, string>>>({});

  function choose(scope: Scope, keyId: string): void {
    setChosenIds((before) => ({ ...before, [scope]: keyId }));
  }

  function keep(key: MadeKey): void {
    setMade((before) => [...before, key]);
    choose(key.scope, key.keyId);
  }

  function findChosen(scope: Scope, keys: readonly ApiKey[]): { keyId: string; made: MadeKey | null } {
    const fitting = keys.filter((key) => key.scope === scope);
    const newest = fitting.findLast(({ mode }) => mode === 'live') ?? fitting.at(-1);
    const keyId = chosenIds[scope] ?? newest?.key_id ?? '';
    return { keyId, made: made.find((key) => key.keyId === keyId) ?? null };
  }

  return { choose, keep, findChosen };
}

/** Nobody takes it for a key. */
export const PLACEHOLDERS: Readonly<Record<Scope, string>> = {
  api: 'YOUR_API_KEY',
  intake: 'YOUR_INTAKE_KEY',
};
