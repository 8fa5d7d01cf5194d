// Messages that try to manipulate the AI, and what a model would answer that lets them.

import { type Assessment, QUESTIONS, type Value } from '@leadline/engine';
import { readLines } from '../training/corpus.ts';

export interface Attack {
  readonly message: string;
  readonly attacked: string;
  readonly language: string;
  readonly technique: string;
}

export const readAttacks = (): Attack[] =>
  readLines<Attack>(new URL('../corpus/attacks/attacks.ndjson', import.meta.url));

function answering(ask: 'emergency' | 'none', good: Value, bad: Value): Assessment {
  const answer = <Content>(value: Content) => ({ value, probability: 1, clause: 0 });
  const others = Object.fromEntries(
    QUESTIONS.map((question) => [question, answer(question === 'way' ? bad : good)]),
  ) as Record<(typeof QUESTIONS)[number], ReturnType<typeof answer<Value>>>;
  return {
    kind: 'buyer',
    answers: { ask: answer(ask), doubt: null, ...others },
    certainty: 1,
    by: 'manipulated',
  };
}

/** The most favourable assessment possible. */
export const OBEDIENT = answering('emergency', 2, 0);

/** The least favourable assessment of a sale. */
export const HOSTILE = answering('none', 0, 2);
