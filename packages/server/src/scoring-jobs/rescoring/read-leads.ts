// Reads leads to score them again. Their JSON is sent to a thread as text and parsed there.

import { sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';

export interface StoredLead {
  readonly id: string;
  readonly outcome: 'open' | 'won' | 'lost';
  readonly lead: string;
  readonly scored: string;
}

export interface LeadPart {
  /** Without those that have been deleted. */
  readonly leads: readonly StoredLead[];
  /** How many of the IDs are done with. */
  readonly count: number;
}

/** A thread scores as many leads in about 50 ms, then others have their turn. */
export const LEADS_PER_PART = 200;
/** Most leads take 2 KB, but one can take 500. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

/** Reads the first of these leads: as many as fit into a part, and at least one. */
export async function readLeads(
  db: Installation,
  accountId: string,
  ids: readonly string[],
): Promise<LeadPart> {
  const asked = ids.slice(0, LEADS_PER_PART);
  const { rows } = await sql<StoredLead & { readonly place: number }>`
    select x.id, x.outcome, x.lead, x.scored, x.place from (
      select l.id, l.outcome, l.lead::text as lead, l.scored::text as scored, i.place,
        row_number() over (order by i.place) as number,
        sum(octet_length(l.lead::text) + octet_length(l.scored::text)) over (order by i.place) as total
      from unnest(${asked}::uuid[]) with ordinality as i (id, place)
      join leadline.leads l on l.account_id = ${accountId} and l.id = i.id
    ) x
    where x.total <= ${MAX_PART_BYTES} or x.number = 1
    order by x.place`.execute(db);
  return {
    leads: rows.map(({ place: _, id, ...lead }) => ({ id: fromUuid(id), ...lead })),
    count: rows.at(-1)?.place ?? asked.length,
  };
}
