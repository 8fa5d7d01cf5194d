// Takes one lead from intake: has the AI read it, and hands it to the writer, which scores and stores it. Large leads are
// scored here, on another thread.

import type { Lead } from '@leadline/engine';
import type { Caller } from '../../accounts/profile/caller.ts';
import { firstDayOf } from '../../accounts/quota/month.ts';
import { type TakenShare, takeSpamShare } from '../../accounts/quota/spam-limit.ts';
import type { Allowances } from '../../platform/base/allowances.ts';
import { makeId, timeOfId } from '../../platform/base/ids.ts';
import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import type { LeadAssessor } from '../../scoring/assessment/lead-assessor.ts';
import type { ScoringModels, ScoringSettings } from '../../scoring/published-versions.ts';
import { identifyRequest, type RequestMarks } from '../record/identify-request.ts';
import { unpackResult } from '../record/packed-result.ts';
import type { StoredResult } from '../record/stored-result.ts';
import { SCORE_LEADS } from './compute-tasks.ts';
import { isLarge } from './lead-size.ts';
import type { LeadWriting, UnscoredLead } from './lead-writer.ts';
import { type LeadToScore, type ScoredLead, scoreToStore } from './score-to-store.ts';
import type { LeadToWrite, OverLimit, Verdict } from './write-leads.ts';

export type TakenLead =
  | {
      readonly kind: 'scored';
      readonly leadId: string;
      readonly result: StoredResult;
    }
  | { readonly kind: OverLimit | 'too much spam' }
  | { readonly kind: 'in flight' }
  | { readonly kind: 'key reused' };

/** Called for each new lead graded Spam. */
export type OnSpam = (result: 'stored' | 'over_limit' | 'over_share') => void;

export interface ScoringParts {
  readonly writer: LeadWriting;
  readonly assessor: LeadAssessor;
  readonly compute: ComputePool;
  readonly settings: ScoringSettings;
  readonly models: ScoringModels;
  readonly tracing: Tracing;
  readonly spamShares: Allowances;
  readonly onSpam: OnSpam;
}

/** A key that can only send leads belongs to one form or tool. */
export interface LeadSender {
  /** The source of leads that have none. */
  readonly keyName: string;
  /** Where the request came from, if anyone can send it, because the key is in a public intake URL. */
  readonly publicAddress: string | null;
}

export async function takeLead(
  { writer, assessor, compute, settings, models, tracing, spamShares, onSpam }: ScoringParts,
  caller: Caller,
  sent: Lead,
  marks: RequestMarks,
  sender: LeadSender | null = null,
): Promise<TakenLead> {
  const lead = sent.source === '' && sender !== null ? { ...sent, source: sender.keyName } : sent;
  const publicAddress = sender?.publicAddress ?? null;
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
  let share: TakenShare | 'used up' | null = null;
  const limitSpam = (fresh: ScoredLead): ScoredLead => {
    if (publicAddress === null || fresh.toWrite.grade !== 'Spam') return fresh;
    share =
      takeSpamShare(spamShares, { accountId, monthlyLimit, key: caller.actor, address: publicAddress }) ??
      'used up';
    // Not rejected here, because it may repeat a request that was accepted.
    return share === 'used up' ? { ...fresh, toWrite: { ...fresh.toWrite, monthlyLimit: 0 } } : fresh;
  };
  let scored = isLarge(lead)
    ? limitSpam(await tracing.trace('score', () => scoreLarge(compute, liveAccountId, toScore)))
    : null;
  const unscored: UnscoredLead = {
    accountId,
    leadId,
    fingerprint,
    bodyHash,
    scoreToWrite: tracing.bind('score', () => {
      mainThread.requireAllowance(liveAccountId); // leads that were scored meanwhile may have used it up
      scored = limitSpam(mainThread.run(liveAccountId, () => scoreToStore(toScore)));
      return scored.toWrite;
    }),
  };
  const verdict = await tracing.trace('store', () => write(writer, scored?.toWrite ?? unscored, marks));
  const taken = toTaken(verdict, leadId, scored, share);
  if (taken.kind === 'over spam limit') onSpam('over_limit');
  else if (taken.kind === 'too much spam') onSpam('over_share');
  else if (taken.kind === 'scored' && taken.leadId === leadId && taken.result.data.grade === 'Spam')
    onSpam('stored');
  return taken;
}

/** `share` is what a spam lead took of its sender's. */
function toTaken(
  verdict: Verdict | 'in flight' | 'key reused',
  leadId: string,
  scored: ScoredLead | null,
  share: TakenShare | 'used up' | null,
): TakenLead {
  if (share !== null && share !== 'used up' && (typeof verdict === 'string' || verdict.kind !== 'stored'))
    share.giveBack();
  if (typeof verdict === 'string') return { kind: verdict };
  switch (verdict.kind) {
    case 'over spam limit':
      return { kind: share === 'used up' ? 'too much spam' : verdict.kind };
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
async function scoreLarge(compute: ComputePool, account: string, toScore: LeadToScore): Promise<ScoredLead> {
  const [scored] = await compute.run(account, SCORE_LEADS, [toScore]);
  return scored as ScoredLead;
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
