// Repeated deliveries: a repeat gets the lead that an earlier request stored.

import type { ListedRequest } from '@leadline/contract';

/** The IDs of the repeats. Requests come newest first. */
export function findRepeats(
  requests: readonly Pick<ListedRequest, 'request_id' | 'lead_id'>[],
): ReadonlySet<string> {
  const stored = new Set<string>();
  const repeats = new Set<string>();
  for (const { request_id, lead_id } of requests.toReversed()) {
    if (lead_id === null) continue;
    if (stored.has(lead_id)) repeats.add(request_id);
    stored.add(lead_id);
  }
  return repeats;
}
