// The verdict of the idempotency drill, for one way to send the same lead many times.

import { type Check, check, checkAtLeast } from '../drill.ts';

export interface IdempotencyFacts {
  readonly name: string;
  /** With an Idempotency-Key, which may be answered 409 while the first request is being processed. */
  readonly hasKey: boolean;
  readonly leadsPerRound: number;
  /** The answers of each round. */
  readonly rounds: readonly (readonly {
    readonly status: number;
    readonly text: string;
    /** Null if the lead was not acknowledged. */
    readonly leadId: string | null;
  }[])[];
  /** In the database. */
  readonly leads: number;
  readonly usage: number;
}

export function judgeIdempotency({
  name,
  hasKey,
  leadsPerRound,
  rounds,
  leads,
  usage,
}: IdempotencyFacts): Check[] {
  const expected = rounds.length * leadsPerRound;
  const answers = rounds.flat();
  const isExpected = (status: number): boolean => status === 200 || (hasKey && status === 409);
  const acknowledged = new Set(answers.flatMap(({ leadId }) => leadId ?? []));
  const inconsistent = rounds.filter(
    (round) =>
      new Set(round.flatMap(({ status, text }) => (status === 200 ? text : []))).size !== leadsPerRound,
  );
  return [
    checkAtLeast(`${name}: rounds`, rounds.length, 1),
    checkAtLeast(`${name}: posts in each round`, Math.min(...rounds.map(({ length }) => length)), 2),
    check(`${name}: leads`, leads, expected),
    check(`${name}: usage`, usage, expected),
    check(`${name}: leads acknowledged`, acknowledged.size, expected),
    check(`${name}: rounds with an unexpected number of distinct responses`, inconsistent.length, 0),
    check(
      `${name}: responses other than ${hasKey ? '200 and 409' : '200'}`,
      answers.filter(({ status }) => !isExpected(status)).length,
      0,
    ),
  ];
}
