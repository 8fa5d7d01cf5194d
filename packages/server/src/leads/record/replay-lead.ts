// Scores a stored lead again, as of the time it was received, and compares the new ledger with the stored one.

import type { ReplayResult } from '@leadline/contract';
import { DEFAULT_SETTINGS, type LedgerEntry, type Settings, score } from '@leadline/engine';
import { showId, timeOfId } from '../../platform/base/ids.ts';
import { openScoringModel, type ScoringModel } from '../../scoring/models/scoring-model.ts';
import type { FoundLead } from './get-lead.ts';
import { toDetail, toStored } from './stored-result.ts';

/** The settings and the model are those that the stored score names; null means the defaults, or rules alone. */
export function replayLead(
  found: FoundLead,
  settings: Settings | null,
  model: ScoringModel | null,
): ReplayResult['data'] {
  const assessment = found.result.assessment ?? null;
  const options = {
    now: timeOfId(found.id),
    assessment,
    settings: settings ?? DEFAULT_SETTINGS,
    model: openScoringModel(model),
  };
  const replayed = toStored(score(found.lead, options), assessment);
  return {
    lead_id: showId('lead', found.id),
    identical: JSON.stringify(replayed) === JSON.stringify(found.result),
    stored: toDetail(found.result),
    replayed: toDetail(replayed),
    differences: compare(found.result.ledger, replayed.ledger),
  };
}

function compare(
  stored: readonly LedgerEntry[],
  replayed: readonly LedgerEntry[],
): ReplayResult['data']['differences'] {
  const keyOf = ({ group, code }: LedgerEntry): string => `${group} ${code}`;
  const before = Map.groupBy(stored, keyOf);
  const after = Map.groupBy(replayed, keyOf);
  const sum = (entries: readonly LedgerEntry[] | undefined): number | null =>
    entries === undefined ? null : entries.reduce((total, { points }) => total + points, 0);
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => {
      const [{ group, code }] = (before.get(key) ?? after.get(key)) as [LedgerEntry];
      return { group, code, stored_points: sum(before.get(key)), replayed_points: sum(after.get(key)) };
    })
    .filter(({ stored_points, replayed_points }) => stored_points !== replayed_points);
}
