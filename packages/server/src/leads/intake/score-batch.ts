// Scores and stores up to a thousand leads in one transaction. A batch is stored completely or not at all, and sending
// the same batch again adds nothing.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Assessment, Lead, NoAssessment } from '@leadline/engine';
import type pg from 'pg';
import type { Caller } from '../../accounts/profile/caller.ts';
import { firstDayOf } from '../../accounts/quota/month.ts';
import { DomainError, overloaded } from '../../platform/base/domain-error.ts';
import type { FairQueue } from '../../platform/base/fair-queue.ts';
import { firstIdOf, makeId, timeOfId } from '../../platform/base/ids.ts';
import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { AiCaller, LeadAssessor } from '../../scoring/assessment/lead-assessor.ts';
import type { ScoringModels, ScoringSettings } from '../../scoring/published-versions.ts';
import { REMEMBERED_MS } from '../record/identify-request.ts';
import { unpackResult } from '../record/packed-result.ts';
import type { StoredResult } from '../record/stored-result.ts';
import { type BatchInput, digest } from './batch-input.ts';
import { SCORE_JSON_LEADS } from './compute-tasks.ts';
import type { JsonLeadToScore } from './on-compute-thread.ts';
import type { Owner, ScoredLead } from './score-to-store.ts';
import type { OnSpam } from './take-lead.ts';
import { type OverLimit, type Verdict, writeLeads } from './write-leads.ts';

export interface Batch {
  readonly leads: readonly BatchInput[];
  readonly bodyHash: string;
  readonly whenFull: 'stop' | 'skip';
  /** Null if the batch is identified by its content. */
  readonly idempotencyKey: string | null;
}

export type BatchedLead =
  | { readonly kind: 'stored' | 'repeated'; readonly leadId: string; readonly result: StoredResult }
  | { readonly kind: 'rejected'; readonly error: DomainError }
  | { readonly kind: OverLimit };

export type BatchAnswer =
  | { readonly kind: 'done'; readonly leads: readonly BatchedLead[] }
  | { readonly kind: OverLimit }
  | { readonly kind: 'key reused' };

/** How much is assessed before other requests get a turn. The AI can assess this many leads in the time allowed for one
 * lead. */
const ASSESSED_AT_ONCE: Part = { leads: 10, characters: 40_000 };
/** How much a compute thread scores before other accounts get a turn. */
const SCORED_AT_ONCE: Part = { leads: 100, characters: 200_000 };

export interface BatchParts {
  /** Calls `work` again, with another pool, if the account has just moved. */
  readonly inPoolOf: <T>(accountId: string, work: (pool: pg.Pool) => Promise<T>) => Promise<T>;
  /** Only held while the batch is written, because scoring may have to wait for the account's allowance. */
  readonly writeTurns: Pick<FairQueue, 'runUnbounded'>;
  readonly assessor: LeadAssessor;
  readonly compute: ComputePool;
  readonly settings: ScoringSettings;
  readonly models: ScoringModels;
  readonly onSpam: OnSpam;
}

export async function scoreBatch(
  { inPoolOf, writeTurns, assessor, compute, settings, models, onSpam }: BatchParts,
  owner: Owner & AiCaller & Pick<Caller, 'settingsVersion' | 'modelVersion'>,
  { leads, bodyHash, idempotencyKey, whenFull }: Batch,
): Promise<BatchAnswer> {
  const name = idempotencyKey === null ? bodyHash : digest('batch key', idempotencyKey);
  const valid = leads.filter((input) => input.ok);
  const assessments = await assess(assessor, owner, valid);
  const own = { settings: await settings.of(owner), model: await models.of(owner) };
  // Only valid leads are numbered, so we can detect a different list sent with the same key.
  const toPrepare = valid.map(({ leadJson }, place) =>
    describe(owner, leadJson, assessments[place] ?? null, own, `${name} ${place}`, bodyHash),
  );
  const toWrite: ScoredLead[] = [];
  for (const part of inParts(toPrepare, SCORED_AT_ONCE)) {
    const whenExhausted = 'wait'; // the batch was admitted when it was read
    toWrite.push(...(await compute.run(owner.liveAccountId, SCORE_JSON_LEADS, part, { whenExhausted })));
  }
  const verdicts =
    toWrite.length === 0
      ? []
      : await writeTurns.runUnbounded(owner.liveAccountId, () =>
          inPoolOf(owner.accountId, (pool) => write(pool, toWrite, whenFull)),
        );
  if (!Array.isArray(verdicts)) return { kind: verdicts };
  for (const [place, { kind }] of verdicts.entries()) {
    if (kind === 'over spam limit') onSpam('over_limit');
    else if (kind === 'stored' && toWrite[place]?.toWrite.grade === 'Spam') onSpam('stored');
  }
  let place = 0;
  return {
    kind: 'done',
    leads: leads.map((input) => {
      if (!input.ok)
        return { kind: 'rejected', error: new DomainError(input.code, input.error, { field: input.field }) };
      const batched = toBatched(toWrite[place] as ScoredLead, verdicts[place] as Verdict);
      place++;
      return batched;
    }),
  };
}

/** Returns one assessment per lead, in order. */
async function assess(
  assessor: LeadAssessor,
  owner: AiCaller,
  leads: readonly { readonly leadJson: string }[],
): Promise<(Assessment | NoAssessment | null)[]> {
  if (assessor.isOffFor(owner)) return [];
  const assessments: (Assessment | NoAssessment | null)[] = [];
  for (const part of inParts(leads, ASSESSED_AT_ONCE)) {
    await yieldToEventLoop();
    const read = part.map(({ leadJson }) => JSON.parse(leadJson) as Lead);
    assessments.push(...(await assessor.assessMany(owner, read, new Date())));
  }
  return assessments;
}

interface Part {
  readonly leads: number;
  readonly characters: number;
}

/** Cuts the list after as many leads or characters as a part may have, but never leaves a part empty. */
function* inParts<Item extends { readonly leadJson: string }>(
  items: readonly Item[],
  { leads, characters }: Part,
): Generator<Item[]> {
  let part: Item[] = [];
  let length = 0;
  for (const item of items) {
    if (part.length > 0 && (part.length >= leads || length + item.leadJson.length > characters)) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(item);
    length += item.leadJson.length;
  }
  if (part.length > 0) yield part;
}

function toBatched({ toWrite, result }: ScoredLead, verdict: Verdict): BatchedLead {
  switch (verdict.kind) {
    case 'stored':
      return { kind: 'stored', leadId: toWrite.leadId, result };
    case 'repeated':
      return { kind: 'repeated', leadId: verdict.leadId, result: unpackResult(verdict.scored) };
    default:
      return verdict;
  }
}

function describe(
  { accountId, monthlyLimit, storageLimit }: Owner,
  leadJson: string,
  assessment: Assessment | NoAssessment | null,
  { settings, model }: Pick<JsonLeadToScore, 'settings' | 'model'>,
  place: string,
  bodyHash: string,
): JsonLeadToScore {
  const leadId = makeId();
  const receivedAt = timeOfId(leadId);
  return {
    owner: { accountId, monthlyLimit, storageLimit },
    leadId,
    leadJson,
    assessment,
    settings,
    model,
    month: firstDayOf(receivedAt),
    identity: {
      fingerprint: digest('place', place),
      rememberedFrom: firstIdOf(new Date(receivedAt.getTime() - REMEMBERED_MS)),
      bodyHash,
    },
  };
}

/** Writes all leads in one transaction, or none if the key was used with a different batch, or if they exceed a
 * limit and `whenFull` is `stop`. */
async function write(
  pool: pg.Pool,
  leads: readonly ScoredLead[],
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
  // Spam that isn't stored never stops the others.
  const over = verdicts
    .map(({ kind }) => kind)
    .find((kind) => kind === 'over limit' || kind === 'over storage');
  return whenFull === 'stop' ? (over ?? null) : null;
}
