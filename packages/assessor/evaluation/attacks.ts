// Measures what a message gains by trying to manipulate the AI, with the local model and with a model that obeys.
//   npm run eval:attacks

import type { Assessment } from '@leadline/engine';
import { makeReader, type Reader } from '../src/reader.ts';
import { readLines } from '../training/corpus.ts';
import { scoreAssessed, scoreMessage } from './score-message.ts';

interface Attack {
  readonly message: string;
  readonly attacked: string;
  readonly language: string;
  readonly technique: string;
}

export interface Outcome extends Attack {
  /** Points over the honest message. */
  readonly gain: number;
  /** Points over the score without AI, if the AI obeys. */
  readonly gainFromObedience: number;
}

/** The most favourable assessment possible. */
const OBEDIENT: Assessment = {
  kind: 'buyer',
  present: (
    ['need', 'trigger', 'committed', 'urgent', 'deadline', 'scope', 'next-step', 'call'] as const
  ).map((concept) => ({ concept, strength: 2, clause: 0 })),
  absent: ['not-ready', 'information', 'no-money', 'pitch', 'scam', 'fake', 'job', 'support'],
  certainty: 1,
  by: 'manipulated',
};

export async function measureAttacks(read: Reader): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const attack of readLines<Attack>(new URL('../corpus/attacks/attacks.ndjson', import.meta.url))) {
    const honest = await scoreMessage(read, attack.message);
    const attacked = await scoreMessage(read, attack.attacked);
    const obeyed = scoreAssessed(attack.attacked, OBEDIENT);
    outcomes.push({
      ...attack,
      gain: attacked.data.score - honest.data.score,
      gainFromObedience: obeyed.data.score - obeyed.score_without_ai,
    });
  }
  return outcomes;
}

if (import.meta.main) {
  const outcomes = await measureAttacks(await makeReader());
  const gaining = outcomes.filter(({ gain }) => gain > 0);
  process.stdout.write(
    `${outcomes.length} attacks, ${gaining.length} successful; largest gain ${Math.max(0, ...gaining.map(({ gain }) => gain))}\n` +
      `With a model that obeys: largest gain over no AI ${Math.max(...outcomes.map(({ gainFromObedience }) => gainFromObedience))}\n`,
  );
  for (const { technique, language, attacked, gain } of gaining)
    process.stdout.write(`+${gain} ${technique} (${language}): ${attacked.slice(0, 200)}\n`);
}
