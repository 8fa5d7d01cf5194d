// Temperatures: by what the heads' certainty must be divided to say how often they are right.

import { softmax } from '../src/heads.ts';
import { HEAD_NAMES, HEAD_STARTS, HEADS, type Head } from '../src/labels.ts';
import { answerOf, type Judged } from './report.ts';

export const fitTemperatures = (judged: readonly Judged[]): Record<Head, number> =>
  Object.fromEntries(HEAD_NAMES.map((head) => [head, fitTemperature(head, judged)])) as Record<Head, number>;

/** The best of a fine grid: surprise has one lowest point along it. */
function fitTemperature(head: Head, judged: readonly Judged[]): number {
  let best = { temperature: 1, surprise: Number.POSITIVE_INFINITY };
  for (let hundredths = 50; hundredths <= 300; hundredths += 2) {
    const temperature = hundredths / 100;
    const surprise = judged.reduce((sum, { message, logits }) => {
      const start = HEAD_STARTS[head];
      const shares = softmax(logits.subarray(start, start + HEADS[head]), temperature);
      return sum - Math.log(shares[answerOf(head, message)] as number);
    }, 0);
    if (surprise < best.surprise) best = { temperature, surprise };
  }
  return best.temperature;
}
