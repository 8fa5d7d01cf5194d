// Measures what a message gains by trying to manipulate the AI, with the local model and with a model that obeys.
//   npm run eval:attacks

import { makeReader, type Reader } from '../src/reader.ts';
import { type Attack, OBEDIENT, readAttacks } from './read-attacks.ts';
import { scoreAssessed, scoreMessage } from './score-message.ts';

export interface Outcome extends Attack {
  /** Points over the honest message. */
  readonly gain: number;
  /** Points over the score without AI, if the AI obeys. */
  readonly gainFromObedience: number;
}

export async function measureAttacks(read: Reader): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const attack of readAttacks()) {
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
