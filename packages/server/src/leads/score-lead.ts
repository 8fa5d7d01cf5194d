// Scores and stores one lead. Called by single-lead intake.

import type { Lead } from '@leadline/engine';
import type { Caller } from '../accounts/caller.ts';
import type { LeadAssessor } from '../assessment/lead-assessor.ts';
import { makeId, timeOfId } from '../base/ids.ts';
import type { ComputePool } from '../compute/compute-pool.ts';
import { firstDayOf } from '../quota/month.ts';
import { PREPARE_LEADS } from './compute-tasks.ts';
import { identifyRequest, type RequestMarks } from './identify-request.ts';
import { isLarge } from './is-large.ts';
import type { LeadWriter, UnscoredLead } from './lead-writer.ts';
import { unpackResult } from './packed-result.ts';
import { type PreparedLead, prepareLead } from './prepare-lead.ts';
import type { StoredResult } from './stored-result.ts';
import type { LeadToWrite, Verdict } from './write-leads.ts';

export type ScoredLead =
  | {
      readonly kind: 'scored';
      readonly leadId: string;
      readonly result: StoredResult;
    }
  | { readonly kind: 'over limit' | 'over storage' }
  | { readonly kind: 'in flight' }
  | { readonly kind: 'key reused' };

export interface ScoringParts {
  readonly writer: LeadWriter;
  readonly assessor: LeadAssessor;
  readonly compute: ComputePool;
}

export async function scoreLead(
  { writer, assessor, compute }: ScoringParts,
  caller: Caller,
  lead: Lead,
  marks: RequestMarks,
): Promise<ScoredLead> {
  const leadId = makeId();
  const receivedAt = timeOfId(leadId);
  const { accountId, liveAccountId, monthlyLimit, storageLimit } = caller;
  const { mainThread } = compute;
  const assessment = assessor.isOffFor(caller)
    ? null
    : // Charges for splitting the lead, not for the time it waits for the model.
      await mainThread.run(liveAccountId, () => assessor.assess(caller, lead, receivedAt));
  const identity = identifyRequest(leadId, lead, marks);
  const toPrepare: Parameters<typeof prepareLead> = [
    { accountId, monthlyLimit, storageLimit },
    leadId,
    lead,
    assessment,
    firstDayOf(receivedAt),
    identity,
    !marks.isLegacy,
  ];
  const { fingerprint, bodyHash } = identity;
  const scoring = { prepared: isLarge(lead) ? await prepareLarge(compute, liveAccountId, toPrepare) : null };
  const unscored: UnscoredLead = {
    accountId,
    leadId,
    fingerprint,
    bodyHash,
    toRow: () => {
      mainThread.requireAllowance(liveAccountId); // leads that were scored meanwhile may have used it up
      scoring.prepared = mainThread.run(liveAccountId, () => prepareLead(...toPrepare));
      return scoring.prepared.toWrite;
    },
  };
  const verdict = await write(writer, scoring.prepared?.toWrite ?? unscored, marks);
  if (typeof verdict === 'string') return { kind: verdict };
  switch (verdict.kind) {
    case 'over limit':
    case 'over storage':
      return { kind: verdict.kind };
    case 'stored':
      return { kind: 'scored', leadId, result: (scoring.prepared as PreparedLead).result };
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
async function prepareLarge(
  compute: ComputePool,
  account: string,
  toPrepare: Parameters<typeof prepareLead>,
): Promise<PreparedLead | null> {
  const [prepared] = await compute.run(account, PREPARE_LEADS, [toPrepare]);
  return prepared ?? null;
}

/** If the same request is already being written, callers with an Idempotency-Key get an error; others share the
 * result. */
async function write(
  writer: LeadWriter,
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
