// Which clause shows an answer.

import { expect, test } from 'vitest';
import { chooseEvidence, EVIDENCE_INPUTS, fillEvidence } from '../src/reading/choose-evidence.ts';
import { SIGNALS } from '../src/reading/detectors.ts';
import evidence from '../src/reading/evidence.json' with { type: 'json' };
import { ASKS, QUESTIONS } from '../src/reading/questions.ts';
import { makeRandom } from '../training/random.ts';

test('clauses are weighed by the inputs that the weights were fitted on', () => {
  const random = makeRandom();
  const inputs = new Float64Array(EVIDENCE_INPUTS);
  for (let round = 0; round < 200; round++) {
    const clauses = Array.from({ length: 4 }, () =>
      Float64Array.from({ length: SIGNALS }, () => random() * 20 - 12),
    );
    const shapes = clauses.map(() => Math.floor(random() * 2 ** 13));
    const question = round % (QUESTIONS.length + 1);
    const own = question === QUESTIONS.length ? round % ASKS.length : ASKS.length + question;
    const weights = evidence.weights[question] as readonly number[];
    const sums = clauses.map((odds, place) => {
      fillEvidence(inputs, odds, shapes[place] as number, own);
      return inputs.reduce((sum, input, at) => sum + input * (weights[at] as number), 0);
    });
    const nothing = weights[EVIDENCE_INPUTS] ?? Number.NEGATIVE_INFINITY;
    const most = Math.max(...sums, nothing);
    const { place, share } = chooseEvidence(question, own, clauses, shapes);
    expect(place).toBe(sums.indexOf(most));
    const total = [...sums, nothing].reduce((sum, own) => sum + Math.exp(own - most), 0);
    expect(share).toBeCloseTo(1 / total, 10);
  }
});
