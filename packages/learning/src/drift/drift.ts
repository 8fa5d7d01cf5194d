// What has shifted in an account's leads.

/** `share`: of all leads, how many have a level. `win_rate`: of the decided ones, how many were won. `calibration`: how many
 * leads with the same shown chance of closing were won. */
export type DriftKind = 'share' | 'win_rate' | 'calibration';

export interface DriftSubject {
  readonly kind: DriftKind;
  /** Its key; null for all leads. */
  readonly field: string | null;
  /** Null for all leads. */
  readonly level: string | null;
}

export interface DriftFigure {
  /** From 0 to 1. */
  readonly share: number;
  /** With the level, or won. */
  readonly count: number;
  /** Received, or decided. */
  readonly leads: number;
}

export interface Drift extends DriftSubject {
  readonly fieldLabel: string | null;
  readonly levelLabel: string | null;
  /** Of a calibration: what the leads after the change would have come to as before. */
  readonly before: DriftFigure;
  readonly after: DriftFigure;
  /** Of a calibration: the mean chance that was shown for leads after the change. */
  readonly shown: number | null;
  /** Outcomes count if they came within so many weeks; null for shares. */
  readonly horizonWeeks: number | null;
  /** Most likely from this Monday on. */
  readonly since: Date;
  /** How likely a difference like this is by chance, before all the other comparisons are taken into account. */
  readonly p: number;
}

/** `open`: shown. `accepted`: acknowledged, or so old that it is normal by now. `passed`: the leads were as before again. */
export type DriftState = 'open' | 'accepted' | 'passed';

/** A drift found at an earlier look. */
export interface KnownDrift extends DriftSubject {
  readonly id: string;
  readonly state: DriftState;
  readonly before: number;
  readonly after: number;
  readonly since: Date;
  /** When it passed. */
  readonly until: Date | null;
}

export const subjectKey = ({ kind, field, level }: DriftSubject): string =>
  JSON.stringify([kind, field, level]);
