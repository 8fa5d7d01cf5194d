// Scores and stores up to a thousand leads at once: one transaction, so that a batch is stored or not, and the very same
// batch again adds nothing.

import { hash } from 'node:crypto';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { type Assessment, type LeadRead, type NoAssessment, readLead } from '@leadline/engine';
import type pg from 'pg';
import type { AiCaller, LeadAssessor } from '../assessment/lead-assessor.ts';
import { overloaded } from '../base/domain-error.ts';
import { firstIdOf, makeId, timeOfId } from '../base/ids.ts';
import { firstDayOf } from '../quota/month.ts';
import { REMEMBERED_MS } from './identify-request.ts';
import { type Owner, type PreparedLead, prepareLead } from './prepare-lead.ts';
import type { StoredResult } from './stored-result.ts';
import { type Verdict, writeLeads } from './write-leads.ts';

export interface Batch {
  readonly leads: readonly unknown[];
  readonly whenFull: 'stop' | 'skip';
  /** Null: the batch is known by its content. */
  readonly idempotencyKey: string | null;
}

export type BatchedLead =
  | { readonly kind: 'stored' | 'repeated'; readonly leadId: string; readonly result: StoredResult }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'over limit' };

export type BatchAnswer =
  | { readonly kind: 'done'; readonly leads: readonly BatchedLead[] }
  | { readonly kind: 'over limit' }
  | { readonly kind: 'key reused' };

/** Between so many, requests of others get their turn; as many are read within the time a lead may wait. */
const SCORED_IN_A_ROW = 10;

export async function scoreBatch(
  pool: pg.Pool,
  assessor: LeadAssessor,
  owner: Owner & AiCaller,
  batch: Batch,
): Promise<BatchAnswer> {
  const bodyHash = digest('batch', JSON.stringify(batch.leads));
  const name = batch.idempotencyKey === null ? bodyHash : digest('batch key', batch.idempotencyKey);
  const read = batch.leads.map(readLead);
  const prepared: (PreparedLead | null)[] = [];
  let place = 0;
  for (let first = 0; first < read.length; first += SCORED_IN_A_ROW) {
    await letOthersGo();
    const row = read.slice(first, first + SCORED_IN_A_ROW);
    const now = new Date();
    const assessments = await assessor.assessMany(
      owner,
      row.map((each) => (each.ok ? each.lead : null)),
      now,
    );
    for (const [index, each] of row.entries()) {
      // Places are counted among those that can be read, so that another list under the same key is noticed.
      prepared.push(
        each.ok ? prepare(owner, each, assessments[index] ?? null, `${name} ${place++}`, bodyHash) : null,
      );
    }
  }
  const toWrite = prepared.filter((lead) => lead !== null);
  const verdicts = toWrite.length === 0 ? [] : await write(pool, toWrite, batch.whenFull);
  if (!Array.isArray(verdicts)) return { kind: verdicts };
  const byLead = new Map(toWrite.map((lead, index) => [lead, verdicts[index] as Verdict]));
  return {
    kind: 'done',
    leads: prepared.map((lead, index) => {
      const input = read[index] as LeadRead;
      if (lead === null) return { kind: 'refused', error: input.ok ? '' : input.error };
      return toBatched(lead, byLead.get(lead) as Verdict);
    }),
  };
}

function toBatched({ toWrite, result }: PreparedLead, verdict: Verdict): BatchedLead {
  switch (verdict.kind) {
    case 'stored':
      return { kind: 'stored', leadId: toWrite.leadId, result };
    case 'repeated':
      return { kind: 'repeated', leadId: verdict.leadId, result: verdict.scored as StoredResult };
    case 'over limit':
      return { kind: 'over limit' };
  }
}

function prepare(
  owner: Owner,
  { lead }: Extract<LeadRead, { ok: true }>,
  assessment: Assessment | NoAssessment | null,
  place: string,
  bodyHash: string,
): PreparedLead {
  const leadId = makeId();
  const receivedAt = timeOfId(leadId);
  const identity = {
    fingerprint: digest('place', place),
    rememberedFrom: firstIdOf(new Date(receivedAt.getTime() - REMEMBERED_MS)),
    bodyHash,
  };
  return prepareLead(owner, leadId, lead, assessment, firstDayOf(receivedAt), identity, true);
}

/** All of them in one transaction; none when the key came with another batch, or when the allowance does not hold them
 * all and the caller wants to stop. */
async function write(
  pool: pg.Pool,
  leads: readonly PreparedLead[],
  whenFull: 'stop' | 'skip',
): Promise<Verdict[] | 'over limit' | 'key reused'> {
  const client = await pool.connect();
  let notice: string | null = null;
  const onNotice = ({ code }: { code?: string | undefined }): void => {
    notice = code ?? null;
  };
  client.on('notice', onNotice);
  try {
    await client.query('begin');
    const verdicts = await writeLeads(
      client,
      leads.map(({ toWrite }) => toWrite),
    );
    const refusal = findRefusal(verdicts, whenFull);
    await client.query(refusal === null ? 'commit' : 'rollback');
    // A wait for the standby that was cancelled ends in success with a warning: that is no acknowledgement.
    if (notice !== null && notice !== '00000') throw overloaded();
    client.off('notice', onNotice);
    client.release();
    return refusal ?? verdicts;
  } catch (error) {
    client.off('notice', onNotice);
    client.release(true);
    throw error;
  }
}

function findRefusal(
  verdicts: readonly Verdict[],
  whenFull: 'stop' | 'skip',
): 'over limit' | 'key reused' | null {
  if (verdicts.some((verdict) => verdict.kind === 'repeated' && !verdict.isSameBody)) return 'key reused';
  if (whenFull === 'stop' && verdicts.some(({ kind }) => kind === 'over limit')) return 'over limit';
  return null;
}

/** 128 bits, as hex: an account could only collide with itself. */
const digest = (kind: string, text: string): string => hash('sha256', `${kind} ${text}`).slice(0, 32);
