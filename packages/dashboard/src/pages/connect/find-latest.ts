// The latest requests that came with a key.

import type { ListedRequest } from '@leadline/contract';

export interface Latest {
  readonly accepted: ListedRequest | null;
  readonly rejected: ListedRequest | null;
}

/** Requests come newest first. */
export function findLatest(requests: readonly ListedRequest[], keyName: string): Latest {
  const own = requests.filter(({ key_name: name }) => name === keyName);
  return {
    accepted: own.find(({ lead_id: leadId }) => leadId !== null) ?? null,
    rejected: own.find(({ error }) => error !== null) ?? null,
  };
}
