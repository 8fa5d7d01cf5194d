// Scores and stores up to a thousand leads in one transaction. A batch is stored completely or not at all, and sending
// the same batch again adds nothing.

import { hash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Assessment, type LeadRead, type NoAssessment, readLead } from '@leadline/engine';
import type pg from 'pg';
import type { AiCaller, LeadAssessor } from '../assessment/lead-assessor.ts';
import { DomainError, overloaded } from '../base/domain-error.ts';
import { firstIdOf, makeId, timeOfId } from '../base/ids.ts';
import { firstDayOf } from '../quota/month.ts';
import { REMEMBERED_MS } from './identify-request.ts';
import { type Owner, type PreparedLead, prepareLead } from './prepare-lead.ts';
import type { StoredResult } from './stored-result.ts';
import { type Verdict, writeLeads } from './write-leads.ts';

export interface Batch {
  readonly leads: readonly unknown[];
  readonly whenFull: 'stop' | 'skip';
  /** Null if the batch is identified by its content. */
  readonly idempotencyKey: string | null;
}

export type BatchedLead =
  | { readonly kind: 'stored' | 'repeated'; readonly leadId: string; readonly result: StoredResult }
  | { readonly kind: 'rejected'; readonly error: DomainError }
  | { readonly kind: 'over limit' }
  | { readonly kind: 'over storage' };

type OverLimit = 'over limit' | 'over storage';

export type BatchAnswer =
  | { readonly kind: 'done'; readonly leads: readonly BatchedLead[] }
  | { readonly kind: OverLimit }
  | { readonly kind: 'key reused' };

/** How many leads are scored before other requests get a turn. The AI can assess this many in the time allowed for one
 * lead. */
const CHUNK_SIZE = 10;

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
  for (let first = 0; first < read.length; first += CHUNK_SIZE) {
    await yieldToEventLoop();
    const chunk = read.slice(first, first + CHUNK_SIZE);
    const now = new Date();
    const assessments = await assessor.assessMany(
      owner,
      chunk.map((input) => (input.ok ? input.lead : null)),
      now,
    );
    for (const [index, input] of chunk.entries()) {
      // Only valid leads are numbered, so we can detect a different list sent with the same key.
      prepared.push(
        input.ok ? prepare(owner, input, assessments[index] ?? null, `${name} ${place++}`, bodyHash) : null,
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
      if (!input.ok)
        return { kind: 'rejected', error: new DomainError(input.code, input.error, { field: input.field }) };
      return toBatched(lead as PreparedLead, byLead.get(lead as PreparedLead) as Verdict);
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
    case 'over storage':
      return { kind: verdict.kind };
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

/** Writes all leads in one transaction, or none if the key was used with a different batch, or if they exceed a
 * limit and `whenFull` is `stop`. */
async function write(
  pool: pg.Pool,
  leads: readonly PreparedLead[],
  whenFull: 'stop' | 'skip',
): Promise<Verdict[] | OverLimit | 'key reused'> {
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
    const rejection = findRejection(verdicts, whenFull);
    await client.query(rejection === null ? 'commit' : 'rollback');
    // If the wait for the standby is canceled, the commit succeeds with a warning, but the standby may not have the
    // leads.
    if (notice !== null && notice !== '00000') throw overloaded();
    client.off('notice', onNotice);
    client.release();
    return rejection ?? verdicts;
  } catch (error) {
    client.off('notice', onNotice);
    client.release(true);
    throw error;
  }
}

function findRejection(
  verdicts: readonly Verdict[],
  whenFull: 'stop' | 'skip',
): OverLimit | 'key reused' | null {
  if (verdicts.some((verdict) => verdict.kind === 'repeated' && !verdict.isSameBody)) return 'key reused';
  const over = verdicts.map(({ kind }) => kind).find(isOverLimit);
  return whenFull === 'stop' ? (over ?? null) : null;
}

const isOverLimit = (kind: Verdict['kind']): kind is OverLimit =>
  kind === 'over limit' || kind === 'over storage';

/** 128 bits in hex, which is enough because an account can only collide with itself. */
const digest = (kind: string, text: string): string => hash('sha256', `${kind} ${text}`).slice(0, 32);
