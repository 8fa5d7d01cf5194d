// The verdict of the cost drill.

import { type Check, check, checkAtLeast } from '../drill.ts';

export interface CostFacts {
  readonly name: string;
  readonly limitMs: number;
  /** Of the most expensive input. */
  readonly costMs: number;
  readonly tried: number;
}

/** Less is no search. */
const MIN_TRIED = 3;

export const judgeCosts = (targets: readonly CostFacts[]): Check[] => [
  checkAtLeast('parts of the API', targets.length, 1),
  ...targets.flatMap(({ name, limitMs, costMs, tried }) => [
    checkAtLeast(`${name}: inputs tried`, tried, MIN_TRIED),
    check(
      `${name}: CPU time below ${limitMs} ms`,
      costMs > 0 && costMs <= limitMs ? 'yes' : `${costMs.toFixed(1)} ms`,
      'yes',
    ),
  ]),
];
