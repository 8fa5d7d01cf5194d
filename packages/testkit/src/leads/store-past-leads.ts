// Stores leads as if they had been received in the past, which the API doesn't allow.

import { readLead, score } from '@leadline/engine';
import type { Installation } from '@leadline/server';
import { packResult, toStored } from '@leadline/server/testing';
import { sql } from 'kysely';
import { makeLead, newEmail } from './make-lead.ts';

export interface PastLead {
  readonly receivedAt: Date;
  readonly source: string;
  /** Decided a day later. */
  readonly outcome?: 'won' | 'lost';
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Their scores don't matter, so all have the same. */
const SCORED = scoreOne();

export async function storePastLeads(
  owner: Installation,
  accountId: string,
  leads: readonly PastLead[],
): Promise<void> {
  const rows = leads.map(({ receivedAt, source, outcome }) => ({
    at: receivedAt.toISOString(),
    source,
    outcome: outcome ?? 'open',
    decided_at: new Date(receivedAt.getTime() + DAY_MS).toISOString(),
    lead: {
      name: '',
      budget: '',
      message: '',
      custom_fields: {},
      ...makeLead({ email: newEmail(), source }),
    },
  }));
  await sql`
    with past as materialized (
      select uuidv7(r.at - now()) as id, r.* from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (at timestamptz, source text, outcome text, decided_at timestamptz, lead json)
    ), stored as (
      insert into leadline.leads (account_id, id, person_id, score, grade, source, outcome, lead, scored)
      select ${accountId}, p.id, uuidv7(), 50, 'Cool', p.source, p.outcome, p.lead, ${SCORED}::json from past p
    )
    insert into leadline.outcomes (account_id, lead_id, outcome, at)
    select ${accountId}, p.id, p.outcome, p.decided_at from past p where p.outcome <> 'open'`.execute(owner);
}

/** So many leads a week up to now; the last `weeksAfter` weeks have another share from the trade fair. */
export function makeShiftedWeeks(
  now: Date,
  { perWeek = 40, weeksBefore = 20, weeksAfter = 4, before = 0.1, after = 0.5 } = {},
): PastLead[] {
  const weeks = weeksBefore + weeksAfter;
  return Array.from({ length: weeks * perWeek }, (_, index) => {
    const week = Math.floor(index / perWeek);
    const share = week < weeksBefore ? before : after;
    const place = index % perWeek;
    return {
      receivedAt: new Date(now.getTime() - (weeks - week) * 7 * DAY_MS + (place / perWeek) * 7 * DAY_MS),
      source: place < share * perWeek ? 'Trade fair' : place % 2 === 0 ? 'Google' : 'Referral',
    };
  });
}

function scoreOne(): string {
  const read = readLead(makeLead());
  if (!read.ok) throw new Error(read.error);
  return packResult(toStored(score(read.lead, { now: new Date() }), null));
}
