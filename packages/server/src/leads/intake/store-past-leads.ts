// Stores past leads with their original dates, outcomes and what was done about them, in one transaction.

import type { Assessment, Lead } from '@leadline/engine';
import type pg from 'pg';
import { firstDayOf } from '../../accounts/quota/month.ts';
import { idAt } from '../../platform/base/ids.ts';
import { insertOutcomes, type PastOutcome } from '../record/insert-outcomes.ts';
import { insertPastWork, type PastWork } from '../record/insert-past-work.ts';
import { scoreToStore } from './score-to-store.ts';
import { writeLeads } from './write-leads.ts';

export interface PastLead {
  readonly lead: Lead;
  readonly receivedAt: Date;
  readonly assessment: Assessment | null;
  readonly outcome: Omit<PastOutcome, 'leadId'> | null;
  /** Null if nobody has touched the lead. */
  readonly work?: Omit<PastWork, 'leadId'> | null;
}

/** For accounts with default settings. `leads` must be sorted oldest first, because a person takes the ID of their first
 * lead. Leads count toward the month
 * they were received in, but the plan's limits don't apply. */
export async function storePastLeads(
  pool: pg.Pool,
  accountId: string,
  leads: readonly PastLead[],
): Promise<void> {
  const prepared = leads.map(({ lead, receivedAt, assessment, outcome, work = null }) => {
    const leadId = idAt(receivedAt);
    const identity = { fingerprint: leadId, rememberedFrom: leadId, bodyHash: leadId };
    const owner = { accountId, monthlyLimit: null, storageLimit: null };
    const { toWrite } = scoreToStore({
      owner,
      leadId,
      lead,
      assessment,
      settings: null,
      model: null,
      month: firstDayOf(receivedAt),
      identity,
      isLinked: true,
    });
    return { toWrite, outcome, work };
  });
  const client = await pool.connect();
  try {
    await client.query('begin');
    await writeLeads(
      client,
      prepared.map(({ toWrite }) => toWrite),
      { outcomes: prepared.map(({ outcome }) => outcome?.outcome ?? 'open') },
    );
    await insertOutcomes(
      client,
      accountId,
      prepared.flatMap(({ toWrite: { leadId }, outcome }) =>
        outcome === null ? [] : [{ leadId, ...outcome }],
      ),
    );
    await insertPastWork(
      client,
      accountId,
      prepared.flatMap(({ toWrite: { leadId }, work }) => (work === null ? [] : [{ leadId, ...work }])),
    );
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

export async function hasLeads(pool: pg.Pool, accountId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from leadline.leads where account_id = $1 limit 1', [
    accountId,
  ]);
  return rowCount !== 0;
}
