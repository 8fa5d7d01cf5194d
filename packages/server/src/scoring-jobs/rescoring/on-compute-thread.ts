// Loaded by the compute threads; see compute-tasks.ts.

import {
  type Assessment,
  DEFAULT_SETTINGS,
  ENGINE_VERSION,
  type Grade,
  type Lead,
  type LearnedModel,
  type NoAssessment,
  type Scored,
  type Settings,
  score,
} from '@leadline/engine';
import { packResult, type ResultSummary, summarizeResult } from '../../leads/record/packed-result.ts';
import { toStored } from '../../leads/record/stored-result.ts';
import { timeOfId } from '../../platform/base/ids.ts';
import { openScoringModel, type ScoringModel } from '../../scoring/models/scoring-model.ts';
import type { ScoredTwice } from './backtest-result.ts';
import type { StoredLead } from './read-leads.ts';

export interface LeadsToScoreTwice {
  readonly leads: readonly StoredLead[];
  /** Null means the defaults. */
  readonly before: Settings | null;
  readonly after: Settings;
  /** Takes part on both sides. Null means rules alone. */
  readonly model: ScoringModel | null;
}

export function scoreTwice({ leads, before, after, model: shared }: LeadsToScoreTwice): ScoredTwice[] {
  const live = { settings: before ?? DEFAULT_SETTINGS, model: openScoringModel(shared) };
  const changed = { ...live, settings: after };
  return leads.map(({ id, outcome, lead: leadJson, scored: scoredJson }) => {
    const lead = JSON.parse(leadJson) as Lead;
    const stored = summarizeResult(JSON.parse(scoredJson));
    // What was scored by the live version needn't be scored again.
    const old = isScoredBy(stored, live) ? stored : pickScore(rescore(id, lead, stored, live));
    const { score, grade } = old;
    return { id, outcome, before: { score, grade }, after: pickScore(rescore(id, lead, stored, changed)) };
  });
}

export interface LeadsToRescore {
  readonly leads: readonly StoredLead[];
  /** Null means the defaults. */
  readonly settings: Settings | null;
  /** Null means rules alone. */
  readonly model: ScoringModel | null;
}

export interface RescoredLead {
  readonly id: string;
  readonly score: number;
  readonly grade: Grade;
  readonly scoredJson: string;
  readonly version: string;
  readonly settingsVersion: string;
  readonly modelVersion: string | null;
  readonly previous: Omit<ResultSummary, 'assessment'>;
}

/** Returns those that weren't scored by these versions of the settings, of the model and of the engine. */
export function rescoreLeads({ leads, settings, model: shared }: LeadsToRescore): RescoredLead[] {
  const rules = { settings: settings ?? DEFAULT_SETTINGS, model: openScoringModel(shared) };
  return leads.flatMap(({ id, lead, scored: scoredJson }) => {
    const stored = summarizeResult(JSON.parse(scoredJson));
    if (isScoredBy(stored, rules)) return [];
    const { assessment, ...previous } = stored;
    const scored = rescore(id, JSON.parse(lead) as Lead, stored, rules);
    return [
      {
        id,
        ...pickScore(scored),
        scoredJson: packResult(toStored(scored, assessment)),
        version: scored.version,
        settingsVersion: scored.settings_version,
        modelVersion: scored.model_version ?? null,
        previous,
      },
    ];
  });
}

/** What a lead is scored by. */
interface Rules {
  readonly settings: Settings;
  readonly model: LearnedModel | null;
}

const isScoredBy = (
  { version, settingsVersion, modelVersion }: ResultSummary,
  { settings, model }: Rules,
): boolean =>
  version === ENGINE_VERSION &&
  settingsVersion === settings.version &&
  modelVersion === (model?.version ?? null);

/** As of the time the lead was received, with what the AI read then. */
const rescore = (
  id: string,
  lead: Lead,
  { assessment }: { readonly assessment: Assessment | NoAssessment | null },
  rules: Rules,
): Scored => score(lead, { now: timeOfId(id), assessment, ...rules });

const pickScore = ({ data: { score, grade } }: Scored): { score: number; grade: Grade } => ({ score, grade });
