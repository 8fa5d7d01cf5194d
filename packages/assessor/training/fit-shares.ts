// Weighs the network against the engine's detectors, on leads of writers that neither has learned from. Run it when the
// detectors have been trained again and the network has not.
//   node packages/assessor/training/fit-shares.ts BLIND
// BLIND comes from npm run train:reader -- --blind BLIND.

import { readFileSync } from 'node:fs';
import { ASKS, decide, isSale, OUTPUTS, QUESTIONS, splitLead } from '@leadline/engine';
import { readAnswered } from '../../engine/cases/judged/answers.ts';
import { readLabels, WRITTEN } from '../../engine/training/examples.ts';
import { loadEmbedder } from '../src/embedding.ts';
import { type HeadWeights, joinReaders, makeWeights, readLead } from '../src/heads.ts';
import { loadHeads, saveHeads } from '../src/heads-file.ts';
import { makePrepare } from '../src/prepare-lead.ts';
import { isJudge } from './judges.ts';

export interface Pair {
  readonly of: string;
  readonly byDetectors: Float64Array;
  readonly byNetwork: Float64Array;
  readonly ask: number;
  readonly values: readonly number[];
}

export interface Prediction {
  readonly of: string;
  readonly logits: ArrayLike<number>;
}

/** What both readers say about the same leads. */
export function pairReaders(predictions: readonly Prediction[], blindFile: string): Pair[] {
  const answers = new Map(readAnswered().map((one) => [one.of, one.answers]));
  const inputs = new Map<string, readonly number[]>();
  // A lead comes before what was rewritten from it.
  for (const { of, inputs: own } of readLines<{ of: string; inputs: number[] }>(blindFile))
    if (!inputs.has(of)) inputs.set(of, own);
  return predictions.flatMap(({ of, logits }): Pair[] => {
    const [given, seen] = [answers.get(of), inputs.get(of)];
    if (given === undefined || seen === undefined) return [];
    const byDetectors = new Float64Array(OUTPUTS);
    decide(byDetectors, Float64Array.from(seen));
    return [
      {
        of,
        byDetectors,
        byNetwork: Float64Array.from(logits),
        ask: ASKS.indexOf(given.ask[0]),
        values: QUESTIONS.map((question) => given[question]?.[0] ?? 0),
      },
    ];
  });
}

export const readLines = <Line>(file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const STEPS = 400;
const RATE = 0.02;

/** One share per reader and question: with more, two and a half thousand leads would not be enough. Shares of their own for
 * languages that the network knows less well were tried and changed nothing. */
export function fitShares(judges: readonly Pair[]): Float32Array {
  const groups = Array.from({ length: OUTPUTS }, (_, output) =>
    output < ASKS.length ? 0 : 1 + Math.floor((output - ASKS.length) / 3),
  );
  const shares = new Float64Array(2 * (1 + QUESTIONS.length)).fill(0.5);
  const squares = new Float64Array(shares.length).fill(1e-6);
  const expand = (): Float32Array =>
    Float32Array.from({ length: 3 * OUTPUTS }, (_, at) => {
      const group = groups[Math.floor(at / 3)] as number;
      return at % 3 === 2 ? 0 : (shares[2 * group + (at % 3)] as number);
    });
  for (let step = 0; step < STEPS; step++) {
    const weights: HeadWeights = { ...makeWeights(), shares: expand() };
    const slopes = new Float64Array(shares.length);
    for (const { byDetectors, byNetwork, ask, values } of judges) {
      const joined = joinReaders(weights, byDetectors, byNetwork);
      const right = new Set([
        ask,
        ...(isSale(ASKS[ask] as (typeof ASKS)[number])
          ? values.map((value, question) => ASKS.length + 3 * question + value)
          : []),
      ]);
      const end = right.size === 1 ? ASKS.length : OUTPUTS;
      for (let output = 0; output < end; output++) {
        const error = ((joined[output] as number) - (right.has(output) ? 1 : 0)) / judges.length;
        const at = 2 * (groups[output] as number);
        slopes[at] = (slopes[at] as number) + error * Math.log(Math.max(1e-4, byDetectors[output] as number));
        slopes[at + 1] = (slopes[at + 1] as number) + error * (byNetwork[output] as number);
      }
    }
    slopes.forEach((slope, at) => {
      squares[at] = (squares[at] as number) + slope * slope;
      shares[at] = (shares[at] as number) - (RATE * slope) / Math.sqrt(squares[at] as number);
    });
  }
  return expand();
}

async function predictJudges(): Promise<Prediction[]> {
  const { weights, commonWords } = loadHeads();
  const prepare = makePrepare(commonWords);
  const { embed } = await loadEmbedder();
  const labels = readLabels().filter(({ weight, file }) => weight === 1 && isJudge(file));
  const predictions: Prediction[] = [];
  for (const { of, lead } of labels) {
    const { tokens } = prepare(splitLead(lead), WRITTEN);
    if (tokens.length > 0) predictions.push({ of, logits: readLead(weights, await embed(tokens)) });
  }
  return predictions;
}

if (import.meta.main) {
  const [blindFile] = process.argv.slice(2);
  if (blindFile === undefined) throw new Error('Usage: node packages/assessor/training/fit-shares.ts BLIND');
  const heads = loadHeads();
  const shares = fitShares(pairReaders(await predictJudges(), blindFile));
  saveHeads({ ...heads, weights: { ...heads.weights, shares } });
  console.log(`shares ${[...new Set(shares)].map((share) => share.toFixed(2)).join(' ')}`);
}
