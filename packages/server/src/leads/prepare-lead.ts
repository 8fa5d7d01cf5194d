// Scores a lead and turns it into the row to store.

import { type Assessment, type Lead, type NoAssessment, score } from '@leadline/engine';
import { timeOfId } from '../base/ids.ts';
import { readContact } from './contact.ts';
import type { RequestIdentity } from './identify-request.ts';
import { packResult } from './packed-result.ts';
import { type StoredResult, toStored } from './stored-result.ts';
import type { LeadToWrite } from './write-leads.ts';

export interface Owner {
  readonly accountId: string;
  /** Null means unlimited. */
  readonly monthlyLimit: number | null;
  /** In bytes. Null means unlimited. */
  readonly storageLimit: number | null;
}

export interface PreparedLead {
  readonly result: StoredResult;
  readonly toWrite: LeadToWrite;
}

/** Sources are indexed for filtering, and an index entry has to fit on a page. */
const MAX_SOURCE_LENGTH = 200;

/** Scores the lead as of the time encoded in its ID, so that a replay uses exactly the same time. The lead counts
 * toward the allowance of `month`. */
export function prepareLead(
  { accountId, monthlyLimit, storageLimit }: Owner,
  leadId: string,
  lead: Lead,
  assessment: Assessment | NoAssessment | null,
  month: Date,
  identity: RequestIdentity,
  isLinked: boolean,
): PreparedLead {
  const scored = score(lead, { now: timeOfId(leadId), assessment });
  const result = toStored(scored, assessment);
  return {
    result,
    toWrite: {
      accountId,
      leadId,
      month,
      monthlyLimit,
      storageLimit,
      ...identity,
      isLinked,
      score: result.data.score,
      grade: result.data.grade,
      source: lead.source.slice(0, MAX_SOURCE_LENGTH),
      contact: readContact(lead, scored.facts),
      leadJson: JSON.stringify(lead),
      scoredJson: packResult(result),
    },
  };
}
