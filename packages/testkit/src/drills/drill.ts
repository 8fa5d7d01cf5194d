// A drill tests the service's guarantees on real processes, under load and with injected faults.

export interface Check {
  readonly name: string;
  readonly expected: number | string;
  readonly actual: number | string;
}

export interface DrillResult {
  readonly checks: readonly Check[];
  /** How hard the drill pushed the service. Without load and faults, passing checks prove nothing. */
  readonly figures: Readonly<Record<string, number>>;
}

export type Log = (text: string) => void;
export const silent: Log = () => {};

export const check = (name: string, actual: number | string, expected: number | string): Check => ({
  name,
  expected,
  actual,
});

/** For what has to happen, so that the other checks prove something. */
export const checkAtLeast = (name: string, count: number, least: number): Check =>
  check(name, count >= least ? `at least ${least}` : count, `at least ${least}`);

/** A drill that has checked nothing has failed. */
export const failedChecks = ({ checks }: DrillResult): Check[] =>
  checks.length === 0
    ? [check('checks', 'none', 'some')]
    : checks.filter(({ expected, actual }) => expected !== actual);
