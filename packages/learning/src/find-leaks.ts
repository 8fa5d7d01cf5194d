// Finds columns that give the outcome away because they are filled in after it: "Lost reason", "Stage: closed won". What
// wasn't known when the lead arrived can't help to score it.

import type { Column, LeadColumns } from './lead-columns.ts';

export type LeftOutReason =
  | 'filled_after_outcome'
  | 'empty_on_open_leads'
  | 'predicts_too_well'
  | 'free_text';

export interface LeftOut {
  readonly question: string;
  readonly reason: LeftOutReason;
  readonly detail: string;
}

/** Fewer leads of either outcome prove nothing. */
const MIN_LEADS = 20;
const MOSTLY = 0.75;
const HARDLY = 0.15;
/** Real answers don't come close to this. */
const MAX_SEPARATION = 0.96;

/** Columns of leads of which some are decided. */
export interface OutcomeColumns extends LeadColumns {
  /** Per row, 1 for won and 0 for lost. */
  readonly outcomes: readonly number[];
  readonly openLeads: number;
}

/** `rows` are decided leads. */
export function findLeak(
  column: Column,
  { outcomes, openLeads }: OutcomeColumns,
  rows: Uint32Array,
): LeftOut | null {
  const filled = [0, 0];
  const total = [0, 0];
  for (const row of rows) {
    const outcome = outcomes[row] as 0 | 1;
    total[outcome] = (total[outcome] as number) + 1;
    if (column.at(row) !== null) filled[outcome] = (filled[outcome] as number) + 1;
  }
  const [lost = 0, won = 0] = total;
  const [lostFilled = 0, wonFilled = 0] = filled;
  const leave = (reason: LeftOutReason, detail: string): LeftOut => ({
    question: column.name,
    reason,
    detail,
  });
  if (won >= MIN_LEADS && lost >= MIN_LEADS) {
    const wonShare = wonFilled / won;
    const lostShare = lostFilled / lost;
    if ((wonShare >= MOSTLY && lostShare <= HARDLY) || (lostShare >= MOSTLY && wonShare <= HARDLY))
      return leave(
        'filled_after_outcome',
        `Filled in for ${percent(wonShare)} of won and ${percent(lostShare)} of lost leads`,
      );
  }
  const decidedShare = (wonFilled + lostFilled) / Math.max(1, won + lost);
  const openShare = column.openFilled / Math.max(1, openLeads);
  if (openLeads >= MIN_LEADS && decidedShare >= 0.5 && openShare <= HARDLY)
    return leave(
      'empty_on_open_leads',
      `Filled in for ${percent(decidedShare)} of decided and ${percent(openShare)} of open leads`,
    );
  const separation = separationOf(column, outcomes, rows);
  if (won >= MIN_LEADS && lost >= MIN_LEADS && separation >= MAX_SEPARATION)
    return leave('predicts_too_well', `Tells won from lost leads apart ${percent(separation)} of the time`);
  return null;
}

/** The AUC of the win rates of the column's answers, each answer given by one lead alone counting as unknown. */
function separationOf(column: Column, outcomes: readonly number[], rows: Uint32Array): number {
  const counts = new Map<string, { won: number; lost: number }>();
  const rare = { won: 0, lost: 0 };
  for (const row of rows) {
    const value = column.at(row);
    const level = value === null ? '' : (value.category ?? '');
    const count = counts.get(level) ?? { won: 0, lost: 0 };
    if (outcomes[row] === 1) count.won++;
    else count.lost++;
    counts.set(level, count);
  }
  const groups = [rare];
  for (const count of counts.values()) {
    if (count.won + count.lost >= 5) groups.push(count);
    else {
      rare.won += count.won;
      rare.lost += count.lost;
    }
  }
  const ranked = groups.filter((group) => group.won + group.lost > 0);
  ranked.sort((a, b) => a.won * (b.won + b.lost) - b.won * (a.won + a.lost));
  let won = 0;
  let lost = 0;
  let ordered = 0;
  for (const group of ranked) {
    ordered += group.won * (lost + group.lost / 2);
    won += group.won;
    lost += group.lost;
  }
  return won === 0 || lost === 0 ? 0.5 : ordered / (won * lost);
}

export const percent = (share: number): string => `${Math.round(share * 100)}%`;
