// Scores a lead and turns it into the row to store.

import {
  type Assessment,
  DEFAULT_SETTINGS,
  type Lead,
  type NoAssessment,
  type Settings,
  score,
} from '@leadline/engine';
import { timeOfId } from '../../platform/base/ids.ts';
import { openScoringModel, type ScoringModel } from '../../scoring/models/scoring-model.ts';
import { readContact } from '../record/contact.ts';
import type { RequestIdentity } from '../record/identify-request.ts';
import { packResult } from '../record/packed-result.ts';
import { type StoredResult, toStored } from '../record/stored-result.ts';
import type { LeadToWrite } from './write-leads.ts';

export interface Owner {
  readonly accountId: string;
  /** Null means unlimited. */
  readonly monthlyLimit: number | null;
  /** In bytes. Null means unlimited. */
  readonly storageLimit: number | null;
}

export interface LeadToScore {
  readonly owner: Owner;
  readonly leadId: string;
  readonly lead: Lead;
  readonly assessment: Assessment | NoAssessment | null;
  /** Null means the defaults. */
  readonly settings: Settings | null;
  /** Null means the rules alone. */
  readonly model: ScoringModel | null;
  /** The first day of the month whose allowance the lead counts toward. */
  readonly month: Date;
  readonly identity: RequestIdentity;
  /** Whether the lead may belong to a person we know. */
  readonly isLinked: boolean;
}

export interface ScoredLead {
  readonly result: StoredResult;
  readonly toWrite: LeadToWrite;
}

/** Sources are indexed for filtering, and an index entry has to fit on a page. */
const MAX_SOURCE_LENGTH = 200;

/** Scores the lead as of the time encoded in its ID, so that a replay uses exactly the same time. */
export function scoreToStore({
  owner: { accountId, monthlyLimit, storageLimit },
  leadId,
  lead,
  assessment,
  settings,
  model,
  month,
  identity,
  isLinked,
}: LeadToScore): ScoredLead {
  const scored = score(lead, {
    now: timeOfId(leadId),
    assessment,
    settings: settings ?? DEFAULT_SETTINGS,
    model: openScoringModel(model),
  });
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
