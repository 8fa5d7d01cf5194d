// Training refuses to write weights that are no numbers.

import { expect, test } from 'vitest';
import { DECISION_SIZES, decide, INPUTS, OUTPUTS } from '../src/reading/decide.ts';
import { SIGNALS } from '../src/reading/detectors.ts';
import { ASKS, QUESTIONS } from '../src/reading/questions.ts';
import { fitDecisions } from '../training/fit-decisions.ts';
import { type Fitted, fitDetectors, type Row } from '../training/fit-detectors.ts';
import { fitOnThread } from '../training/fit-threads.ts';
import { packDetectors } from '../training/pack-detectors.ts';

test('detectors with a weight that is not finite are not packed', () => {
  const keys = Int32Array.of(3, 7);
  const detectors = (weight: number): Fitted => ({
    bias: new Float64Array(SIGNALS).fill(-3),
    weights: Float32Array.from({ length: 2 * SIGNALS }, (_, at) => (at < SIGNALS ? 0.8 : weight)),
  });
  expect(packDetectors(keys, 20, [detectors(1.2)]).weights).toBe(2 * SIGNALS);
  expect(() => packDetectors(keys, 20, [detectors(Number.NaN)])).toThrow('the fit has diverged');
});

test('detectors fitted on threads are those fitted here', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, at): Row => ({
      features: Int32Array.of(at % 3, 3 + (at % 2)),
      labels: new Int8Array(SIGNALS).map((_, signal) => (signal % 3 === at % 3 ? 2 : 0)),
      weight: 1,
      share: 1,
    }),
  );
  const options = { size: 5, hasOneAsk: false };
  const fits = await Promise.all(Array.from({ length: 6 }, () => fitOnThread(() => rows, options)));
  for (const fitted of fits) expect(fitted).toEqual(fitDetectors(rows, options));
});

test('the second layer is the same in every run, and one that diverges is refused', () => {
  const rowWith = (input: number) => ({
    inputs: new Float64Array(INPUTS).fill(input),
    ask: 0,
    values: QUESTIONS.map(() => 0),
    weight: 1,
  });
  const packed = fitDecisions([rowWith(0.5)], 3);
  expect(fitDecisions([rowWith(0.5)], 3)).toEqual(packed);
  for (const [name, size] of Object.entries(DECISION_SIZES))
    expect(packed[name as keyof typeof packed], name).toHaveLength(size);
  expect(() => fitDecisions([rowWith(Number.NaN)], 3)).toThrow('the fit has diverged');
});

test('the probabilities of the asks add up to 1, and those of each question, too', () => {
  const probabilities = new Float64Array(OUTPUTS);
  decide(
    probabilities,
    Float64Array.from({ length: INPUTS }, (_, at) => (at % 7) / 7),
  );
  const sumOf = (from: number, to: number): number =>
    probabilities.slice(from, to).reduce((sum, probability) => sum + probability, 0);
  expect(sumOf(0, ASKS.length)).toBeCloseTo(1);
  for (let start = ASKS.length; start < OUTPUTS; start += 3) expect(sumOf(start, start + 3)).toBeCloseTo(1);
});
