// API calls for leads that most suites need.

import type { Caller } from './use-api.ts';

/** Returns the ID of the lead. */
export const storeLead = async (caller: Caller, lead: unknown, path = '/api/webhook.php'): Promise<string> =>
  (await caller(path, lead)).body.lead_id;

/** Returns the IDs on one page of the list. */
export const listIds = async (caller: Caller, query: string): Promise<string[]> =>
  (await caller(`/api/leads${query}`)).body.data.map(({ lead_id }: { lead_id: string }) => lead_id);
