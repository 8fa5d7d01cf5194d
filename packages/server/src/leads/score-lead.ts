// Scores a lead, stores it and says what became of it. Whoever takes leads in calls this.

import { type Lead, score } from '@leadline/engine';
import { makeId, timeOfId } from '../ids.ts';
import type { KeyHolder } from '../keys/key-ring.ts';
import { firstDayOf } from '../quota/month.ts';
import { readContact } from './contact.ts';
import { identifyRequest, type RequestMarks } from './identify-request.ts';
import type { LeadWriter } from './lead-writer.ts';
import { type StoredResult, toStored } from './stored-result.ts';
import type { LeadToWrite, Verdict } from './write-leads.ts';

export type ScoredLead =
  | {
      readonly kind: 'scored';
      readonly leadId: string;
      readonly result: StoredResult;
    }
  | { readonly kind: 'over limit' }
  | { readonly kind: 'in flight' }
  | { readonly kind: 'key reused' };

export async function scoreLead(
  writer: LeadWriter,
  caller: KeyHolder,
  lead: Lead,
  marks: RequestMarks,
): Promise<ScoredLead> {
  const leadId = makeId();
  // The id carries the moment, so that a replay scores at the very same one.
  const receivedAt = timeOfId(leadId);
  const scored = score(lead, { now: receivedAt });
  const result = toStored(scored);
  const leadJson = JSON.stringify(lead);
  const toWrite: LeadToWrite = {
    accountId: caller.accountId,
    leadId,
    month: firstDayOf(receivedAt),
    monthlyLimit: caller.monthlyLimit,
    ...identifyRequest(leadId, lead, marks),
    isLinked: !marks.isLegacy,
    score: result.data.score,
    grade: result.data.grade,
    source: lead.source.slice(0, LONGEST_SOURCE),
    contact: readContact(lead, scored.facts),
    leadJson,
    scoredJson: JSON.stringify(result),
  };
  const verdict = await write(writer, toWrite, marks);
  if (typeof verdict === 'string') return { kind: verdict };
  switch (verdict.kind) {
    case 'over limit':
      return { kind: 'over limit' };
    case 'stored':
      return { kind: 'scored', leadId, result };
    case 'repeated':
      if (!verdict.isSameBody) return { kind: 'key reused' };
      return {
        kind: 'scored',
        leadId: verdict.leadId,
        result: verdict.scored as StoredResult,
      };
  }
}

/** Sources are filtered by, so they stand in an index, whose entries must fit a page. */
const LONGEST_SOURCE = 200;

/** A caller that names its request is told that it is under way; any other shares the answer. */
async function write(
  writer: LeadWriter,
  lead: LeadToWrite,
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
    scored: JSON.parse(first.lead.scoredJson),
  };
}
