// Takes one lead from intake: has the AI read it, and hands it to the writer, which scores and stores it. Large leads are
// scored here, on another thread.

import type { Lead } from '@leadline/engine';
import type { Caller } from '../accounts/caller.ts';
import type { LeadAssessor } from '../assessment/lead-assessor.ts';
import { makeId, timeOfId } from '../base/ids.ts';
import type { ComputePool } from '../compute/compute-pool.ts';
import type { ScoringModels } from '../models/scoring-models.ts';
import { firstDayOf } from '../quota/month.ts';
import type { ScoringSettings } from '../settings/scoring-settings.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { SCORE_LEADS } from './compute-tasks.ts';
import { identifyRequest, type RequestMarks } from './identify-request.ts';
import { isLarge } from './is-large.ts';
import type { UnscoredLead } from './lead-writer.ts';
import type { LeadWriting } from './lead-writers.ts';
import { unpackResult } from './packed-result.ts';
import { type LeadToScore, type ScoredLead, scoreToStore } from './score-to-store.ts';
import type { StoredResult } from './stored-result.ts';
import type { LeadToWrite, Verdict } from './write-leads.ts';

export type TakenLead =
  | {
      readonly kind: 'scored';
      readonly leadId: string;
      readonly result: StoredResult;
    }
  | { readonly kind: 'over limit' | 'over storage' }
  | { readonly kind: 'in flight' }
  | { readonly kind: 'key reused' };

export interface ScoringParts {
  readonly writer: LeadWriting;
  readonly assessor: LeadAssessor;
  readonly compute: ComputePool;
  readonly settings: ScoringSettings;
  readonly models: ScoringModels;
  readonly tracing: Tracing;
}

export async function takeLead(
  { writer, assessor, compute, settings, models, tracing }: ScoringParts,
  caller: Caller,
  sent: Lead,
  marks: RequestMarks,
  defaultSource: string | null = null,
): Promise<TakenLead> {
  const lead = sent.source === '' && defaultSource !== null ? { ...sent, source: defaultSource } : sent;
  const leadId = makeId();
  const receivedAt = timeOfId(leadId);
  const { accountId, liveAccountId, monthlyLimit, storageLimit } = caller;
  const { mainThread } = compute;
  const assessment = assessor.isOffFor(caller)
    ? null
    : // Charges for splitting the lead, not for the time it waits for the model.
      await tracing.trace('read by AI', () =>
        mainThread.run(liveAccountId, () => assessor.assess(caller, lead, receivedAt)),
      );
  const toScore: LeadToScore = {
    owner: { accountId, monthlyLimit, storageLimit },
    leadId,
    lead,
    assessment,
    settings: await settings.of(caller),
    model: await models.of(caller),
    month: firstDayOf(receivedAt),
    // By what was sent: a repeat through another key, which has another default source, is a repeat.
    identity: identifyRequest(leadId, sent, marks),
    isLinked: !marks.isLegacy,
  };
  const { fingerprint, bodyHash } = toScore.identity;
  let scored = isLarge(lead)
    ? await tracing.trace('score', () => scoreLarge(compute, liveAccountId, toScore))
    : null;
  const unscored: UnscoredLead = {
    accountId,
    leadId,
    fingerprint,
    bodyHash,
    scoreToWrite: tracing.bind('score', () => {
      mainThread.requireAllowance(liveAccountId); // leads that were scored meanwhile may have used it up
      scored = mainThread.run(liveAccountId, () => scoreToStore(toScore));
      return scored.toWrite;
    }),
  };
  const verdict = await tracing.trace('store', () => write(writer, scored?.toWrite ?? unscored, marks));
  if (typeof verdict === 'string') return { kind: verdict };
  switch (verdict.kind) {
    case 'over limit':
    case 'over storage':
      return { kind: verdict.kind };
    case 'stored':
      return { kind: 'scored', leadId, result: (scored as ScoredLead).result };
    case 'repeated':
      if (!verdict.isSameBody) return { kind: 'key reused' };
      return {
        kind: 'scored',
        leadId: verdict.leadId,
        result: unpackResult(verdict.scored),
      };
  }
}

/** Small leads are scored when their batch starts. */
async function scoreLarge(
  compute: ComputePool,
  account: string,
  toScore: LeadToScore,
): Promise<ScoredLead | null> {
  const [scored] = await compute.run(account, SCORE_LEADS, [toScore]);
  return scored ?? null;
}

/** If the same request is already being written, callers with an Idempotency-Key get an error; others share the
 * result. */
async function write(
  writer: LeadWriting,
  lead: LeadToWrite | UnscoredLead,
  { idempotencyKey }: RequestMarks,
): Promise<Verdict | 'in flight' | 'key reused'> {
  const first = writer.inFlight(lead);
  if (first === null) return writer.write(lead);
  const isSameBody = first.lead.bodyHash === lead.bodyHash;
  if (idempotencyKey !== null) return isSameBody ? 'in flight' : 'key reused';
  const verdict = await first.promise;
  if (verdict.kind !== 'stored') return verdict;
  return {
    kind: 'repeated',
    leadId: first.lead.leadId,
    isSameBody,
    scored: JSON.parse((first.row as LeadToWrite).scoredJson),
  };
}
