// Loaded by the compute threads; see compute-tasks.ts.

import type { ReplayResult } from '@leadline/contract';
import {
  type Assessment,
  type Closing,
  DEFAULT_SETTINGS,
  type Explanation,
  explain,
  type GivenScore,
  type Lead,
  type LedgerEntry,
  type NoAssessment,
  type Settings,
  score,
  statedClosing,
} from '@leadline/engine';
import { openScoringModel, type ScoringModel } from '../../scoring/models/scoring-model.ts';
import type { FoundLead } from '../record/get-lead.ts';
import { replayLead } from '../record/replay-lead.ts';
import { type LeadToScore, type ScoredLead, scoreToStore } from './score-to-store.ts';

export interface LeadToExplain {
  readonly lead: Lead;
  readonly now: Date;
  readonly assessment: Assessment | NoAssessment | null;
  readonly given: GivenScore | null;
  /** Null means the defaults. */
  readonly settings: Settings | null;
  /** Null means rules alone. */
  readonly model: ScoringModel | null;
}

export function explainLead({ lead, now, assessment, given, settings: own, model: shared }: LeadToExplain): {
  readonly explanation: Explanation;
  readonly ledger: readonly LedgerEntry[];
  readonly closing: Closing;
} {
  const settings = own ?? DEFAULT_SETTINGS;
  const model = openScoringModel(shared);
  const scored = score(lead, { now, assessment, settings, model });
  const explained = given ?? scored.data;
  return {
    explanation: explain(lead, { now, assessment, settings, model, ...(given === null ? {} : { given }) }),
    ledger: scored.ledger,
    closing: scored.closing ?? statedClosing(explained.score, explained.grade, settings),
  };
}

/** Settings and model are sent once for all leads that share them. */
export interface JsonLeadToScore extends Omit<LeadToScore, 'lead' | 'isLinked'> {
  readonly leadJson: string;
}

export const scoreLeads = (leads: readonly LeadToScore[]): ScoredLead[] => leads.map(scoreToStore);

/** The same for leads that are still JSON, which is cheaper to send to a thread. */
export const scoreJsonLeads = (leads: readonly JsonLeadToScore[]): ScoredLead[] =>
  leads.map(({ leadJson, ...rest }) =>
    scoreToStore({ ...rest, lead: JSON.parse(leadJson) as Lead, isLinked: true }),
  );

export const replayFound = ({
  found,
  settings,
  model,
}: {
  readonly found: FoundLead;
  readonly settings: Settings | null;
  readonly model: ScoringModel | null;
}): ReplayResult['data'] => replayLead(found, settings, model);
