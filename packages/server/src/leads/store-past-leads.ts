// Stores past leads with their original dates and outcomes, in one transaction.

import type { Assessment, Lead } from '@leadline/engine';
import type pg from 'pg';
import { idAt } from '../base/ids.ts';
import { firstDayOf } from '../quota/month.ts';
import { insertOutcomes, type PastOutcome } from './insert-outcomes.ts';
import { prepareLead } from './prepare-lead.ts';
import { writeLeads } from './write-leads.ts';

export interface PastLead {
  readonly lead: Lead;
  readonly receivedAt: Date;
  readonly assessment: Assessment | null;
  readonly outcome: Omit<PastOutcome, 'leadId'> | null;
}

/** `leads` must be sorted oldest first, because a person takes the ID of their first lead. Leads count toward the month
 * they were received in, but the plan's limits don't apply. */
export async function storePastLeads(
  pool: pg.Pool,
  accountId: string,
  leads: readonly PastLead[],
): Promise<void> {
  const prepared = leads.map(({ lead, receivedAt, assessment, outcome }) => {
    const leadId = idAt(receivedAt);
    const identity = { fingerprint: leadId, rememberedFrom: leadId, bodyHash: leadId };
    const owner = { accountId, monthlyLimit: null, storageLimit: null };
    const { toWrite } = prepareLead(owner, leadId, lead, assessment, firstDayOf(receivedAt), identity, true);
    return { toWrite, outcome };
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
