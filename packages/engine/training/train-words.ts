// Learns src/text/word-table.json from the labelled leads in cases/judged/tune. Deterministic: the same
// leads give the same table. `--cross-validate` instead trains without each file in turn and reports on
// the file left out, which is how a change of features or constants is judged; the held-out files are
// never read here.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { JUNK_KINDS, type JudgedLead, judge, readJudged, TIERS } from '../cases/judged/judged.ts';
import { inquiryText } from '../src/facts/read-facts.ts';
import { junkSigns } from '../src/judgement.ts';
import { readLead } from '../src/lead.ts';
import { sumOf } from '../src/ledger.ts';
import { score } from '../src/score.ts';
import { hideOrigins } from '../src/text/hide-origins.ts';
import { stemOf } from '../src/text/stem-index.ts';
import { TEXT_BREAK, tokenize } from '../src/text/tokenize.ts';
import { shareOf, startOfSignature, type WordTable } from '../src/text/word-table.ts';

const TUNE = new URL('../cases/judged/tune/', import.meta.url);
const TABLE = new URL('../src/text/word-table.json', import.meta.url);

/** What a lead of each tier should score: the middle of the grades a rep would give it. */
const TARGETS: Readonly<Record<JudgedLead['tier'], number>> = {
  'call-now': 95,
  good: 72,
  nurture: 50,
  weak: 31,
  discard: 8,
};
const LEAST_LEADS = 2;
/** Hundredths below which a weight is left out: it would move a score by less than two points. */
const LEAST_POINTS = 800;
const LEAST_JUNK = 150;
const EPOCHS = 15;
/** Junk says what buyers say; that it is junk is the other head's to learn. */
const JUNK_SHARE = 0.25;
const FIRST_AVERAGED = 5;
const RATE = 0.3;
const SHRINK_POINTS = 0.05;
const SHRINK_JUNK = 3e-3;
/** Points are learnt in units of twenty, so that both heads take steps of like size. */
const UNIT = 20;

/** A fifth of these leads are junk and many dress up; in life a message that gives nothing away is seldom junk. */
const PRIOR_SHIFT = -0.3;

interface Example {
  readonly file: string;
  readonly judged: JudgedLead;
  readonly grams: readonly string[];
  /** What the rest of the ledger gives. */
  readonly rest: number;
  readonly target: number;
  readonly isJunk: boolean;
  readonly signs: readonly number[];
}

function makeExample(file: string, judged: JudgedLead, now: Date): Example[] {
  const read = readLead(judged.lead);
  if (!read.ok) return [];
  const { ledger, facts } = score(read.lead, { now });
  const text = inquiryText(read.lead, facts.answers);
  // Fewer words are not weighed by the engine either.
  if (facts.message.words < 3) return [];
  const rest = ledger.filter(
    ({ group, code }) => group !== 'risk' && !code.startsWith('words-') && code !== 'inquiry-cap',
  );
  return [
    {
      file,
      judged,
      grams: gramsOf(text),
      rest: sumOf(rest),
      target: TARGETS[judged.tier],
      isJunk: JUNK_KINDS.has(judged.kind),
      signs: junkSigns(facts),
    },
  ];
}

function gramsOf(text: string): string[] {
  const grams = new Set<string>();
  for (const part of text.split(TEXT_BREAK)) {
    const tokens = tokenize(part);
    const stems = hideOrigins(tokens.words).slice(0, startOfSignature(tokens)).map(stemOf);
    for (const [at, stem] of stems.entries()) {
      if (stem === '') continue;
      grams.add(stem);
      if (at > 0 && stems[at - 1] !== '') grams.add(`${stems[at - 1]} ${stem}`);
    }
  }
  return [...grams];
}

// --- vocabulary: what may carry weight --------------------------------------------------------

/** Names of people and places must not move a score: they are kept out of the table. */
function findNames(examples: readonly Example[]): Set<string> {
  const asName = new Map<string, number>();
  const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
  const capitalised = new Map<string, number>();
  const seen = new Map<string, number>();
  for (const { judged, grams } of examples) {
    const name = typeof judged.lead.name === 'string' ? judged.lead.name : '';
    for (const stem of new Set(tokenize(name).words.map(stemOf))) count(asName, stem);
    for (const gram of grams) count(seen, gram);
    // German capitalises every noun, so there a capital says nothing.
    if (judged.language === 'de') continue;
    const message = typeof judged.lead.message === 'string' ? judged.lead.message : '';
    for (const [word] of message.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu))
      count(capitalised, stemOf(tokenize(word).words[0] ?? ''));
  }
  const names = new Set<string>();
  for (const [stem, times] of asName) if (times * 5 > (seen.get(stem) ?? 0)) names.add(stem);
  for (const [stem, times] of capitalised) if (times * 2 > (seen.get(stem) ?? 0)) names.add(stem);
  return names;
}

function chooseGrams(examples: readonly Example[]): Map<string, number> {
  const names = findNames(examples);
  const leads = new Map<string, number>();
  for (const { grams } of examples) for (const gram of grams) leads.set(gram, (leads.get(gram) ?? 0) + 1);
  const chosen = new Map<string, number>();
  for (const [gram, times] of leads) {
    if (times >= LEAST_LEADS && !gram.split(' ').some((stem) => names.has(stem)))
      chosen.set(gram, chosen.size);
  }
  return chosen;
}

// --- learning: two linear heads by stochastic gradient steps (Adagrad) ------------------------

interface Model {
  readonly ids: ReadonlyMap<string, number>;
  readonly points: Float64Array;
  readonly junk: Float64Array;
  readonly signs: Float64Array;
  junkBias: number;
}

function train(examples: readonly Example[]): Model {
  const ids = chooseGrams(examples);
  const size = ids.size;
  const signCount = examples[0]?.signs.length ?? 0;
  const model: Model = {
    ids,
    points: new Float64Array(size),
    junk: new Float64Array(size),
    signs: new Float64Array(signCount),
    junkBias: 0,
  };
  const squares = {
    points: new Float64Array(size),
    junk: new Float64Array(size),
    signs: new Float64Array(signCount),
    bias: 0,
  };
  const rows = examples.map(({ grams }) => grams.flatMap((gram) => ids.get(gram) ?? []));
  const sums = { points: new Float64Array(size), junk: new Float64Array(size) };
  const random = makeRandom();
  const order = examples.map((_, index) => index);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const index of order) {
      const example = examples[index] as Example;
      const row = rows[index] as number[];
      const share = shareOf(row.length);
      let points = example.rest / UNIT;
      let odds = model.junkBias;
      for (const id of row) {
        points += (model.points[id] as number) * share;
        odds += (model.junk[id] as number) * share;
      }
      example.signs.forEach((sign, at) => {
        odds += sign * (model.signs[at] as number);
      });
      const pointsError = (points - example.target / UNIT) * (example.isJunk ? JUNK_SHARE : 1);
      const junkError = 1 / (1 + Math.exp(-odds)) - (example.isJunk ? 1 : 0);
      for (const id of row) {
        step(
          model.points,
          squares.points,
          id,
          pointsError * share + SHRINK_POINTS * (model.points[id] as number),
        );
        step(model.junk, squares.junk, id, junkError * share + SHRINK_JUNK * (model.junk[id] as number));
      }
      example.signs.forEach((sign, at) => {
        if (sign !== 0)
          step(model.signs, squares.signs, at, junkError * sign + SHRINK_JUNK * (model.signs[at] as number));
      });
      squares.bias += junkError * junkError;
      model.junkBias -= (RATE * junkError) / Math.sqrt(squares.bias + 1e-6);
    }
    if (epoch < FIRST_AVERAGED) continue;
    for (let id = 0; id < size; id++) {
      sums.points[id] = (sums.points[id] as number) + (model.points[id] as number);
      sums.junk[id] = (sums.junk[id] as number) + (model.junk[id] as number);
    }
  }
  // The mean of the last rounds: single rounds sway with the order of the examples.
  const rounds = EPOCHS - FIRST_AVERAGED;
  for (let id = 0; id < size; id++) {
    model.points[id] = (sums.points[id] as number) / rounds;
    model.junk[id] = (sums.junk[id] as number) / rounds;
  }
  return model;
}

function step(weights: Float64Array, squares: Float64Array, at: number, slope: number): void {
  squares[at] = (squares[at] as number) + slope * slope;
  weights[at] = (weights[at] as number) - (RATE * slope) / Math.sqrt((squares[at] as number) + 1e-6);
}

/** A linear congruential generator: the same order of examples in every run. */
function makeRandom(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
}

// --- the table --------------------------------------------------------------------------------

function makeTable(model: Model, hash: string): WordTable & { readonly learntFrom: string } {
  const weights: [string, number[]][] = [];
  for (const [gram, id] of model.ids) {
    const points = Math.round((model.points[id] as number) * UNIT * 100);
    const junk = Math.round((model.junk[id] as number) * 100);
    if (Math.abs(points) >= LEAST_POINTS || Math.abs(junk) >= LEAST_JUNK)
      weights.push([gram, [points, junk]]);
  }
  return {
    learntFrom: hash,
    junkBias: round(model.junkBias + PRIOR_SHIFT),
    signs: [...model.signs].map(round),
    weights: Object.fromEntries(weights.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

function writeTable(table: ReturnType<typeof makeTable>): void {
  const lines = Object.entries(table.weights).map(
    ([gram, [points, junk]]) => `    ${JSON.stringify(gram)}: [${points}, ${junk}]`,
  );
  const { learntFrom, junkBias, signs } = table;
  writeFileSync(
    TABLE,
    `{\n  "learntFrom": "${learntFrom}",\n  "junkBias": ${junkBias},\n  "signs": [${signs.join(', ')}],\n  "weights": {\n${lines.join(',\n')}\n  }\n}\n`,
  );
}

// --- running ----------------------------------------------------------------------------------

const { values } = parseArgs({ options: { 'cross-validate': { type: 'boolean' } } });
const files = readdirSync(TUNE)
  .filter((file) => file.endsWith('.ndjson'))
  .toSorted();
const hash = createHash('sha256');
const now = new Date('2026-11-15T09:00:00Z');
const examples: Example[] = [];
for (const file of files) {
  const text = readFileSync(new URL(file, TUNE), 'utf8');
  hash.update(text);
  for (const judged of readJudged(text)) examples.push(...makeExample(file, judged, now));
}

if (values['cross-validate']) {
  for (const file of files) {
    const model = train(examples.filter((example) => example.file !== file));
    const left = examples.filter((example) => example.file === file);
    const rated = left.map((example) => ({
      tier: TIERS.indexOf(example.judged.tier),
      value: rate(model, example).total,
    }));
    console.log(file.padEnd(28), `pairs ${(judge(rated).share * 100).toFixed(1)} %`);
  }
} else {
  const model = train(examples);
  writeTable(makeTable(model, hash.digest('hex').slice(0, 16)));
  console.log(`${examples.length} messages, ${model.ids.size} words and pairs`);
}

function rate(model: Model, example: Example): { total: number; odds: number } {
  const row = example.grams.flatMap((gram) => model.ids.get(gram) ?? []);
  const share = shareOf(row.length);
  let points = 0;
  let odds = model.junkBias;
  for (const id of row) {
    points += (model.points[id] as number) * share;
    odds += (model.junk[id] as number) * share;
  }
  for (const [at, sign] of example.signs.entries()) odds += sign * (model.signs[at] as number);
  return { total: example.rest + points * UNIT - (odds > 0 ? 40 : 0), odds };
}
