// Trains the reader on the answered leads: fits the detectors, the second layer and the choice of evidence, and writes
// detectors.json, decisions.json and evidence.json in src/reading. Deterministic: the same labels give the same files.
//   npm run train:reader                  fit and write; takes about six minutes of CPU on four threads
//   npm run train:reader -- --blind FILE  also write what detectors that were not trained on a lead's writer see in it
//   npm run train:reader -- --from FILE   leave the detectors as they are, and fit the rest again from such a file
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EVIDENCE_INPUTS, fillEvidence } from '../src/reading/choose-evidence.ts';
import { fillInputs, INPUTS } from '../src/reading/decide.ts';
import { leadShare } from '../src/reading/detectors.ts';
import { ASKS, isSale, QUESTIONS } from '../src/reading/questions.ts';
import { type Example, isHeldOut, readExamples } from './examples.ts';
import { type Decided, fitDecisions } from './fit-decisions.ts';
import {
  chooseFeatures,
  type Fitted,
  KEY_BITS,
  makeVocabulary,
  type Row,
  type Vocabulary,
  weigh,
} from './fit-detectors.ts';
import { fitEvidence, type Shown } from './fit-evidence.ts';
import { fitOnThread } from './fit-threads.ts';
import { packDetectors } from './pack-detectors.ts';
import { writeTrainedOn } from './trained-on.ts';

const FOLDS = 5;
/** Limits the download in the browser; more features would be slightly more accurate. */
const MAX_FEATURES = 16_000;
const FOLDER = new URL('../src/reading/', import.meta.url);

const print = (text: string): void => void process.stderr.write(text);
const { values } = parseArgs({ options: { blind: { type: 'string' }, from: { type: 'string' } } });

const all = readExamples();
const learned = all.filter((example) => !isHeldOut(example));
print(`${learned.length} leads of ${new Set(learned.map(({ file }) => file)).size} writers\n`);

let vocabulary: Vocabulary;
let numbered: ReadonlyMap<Example, ReturnType<typeof numberFeatures>>;

/** What detectors see in a lead whose writer they were not trained on. Rounded, so that reading it from a file changes nothing. */
interface Blind {
  readonly example: Example;
  readonly inputs: Float64Array;
  readonly lead: Float64Array;
  readonly clauses: readonly Float64Array[];
}

const rows = values.from === undefined ? await trainDetectors() : readBlindFile(values.from);
fitRest(rows.filter(({ example }) => !isHeldOut(example)));
writeTrainedOn();

async function trainDetectors(): Promise<Blind[]> {
  vocabulary = makeVocabulary(learned, 4);
  print(`${vocabulary.keys.length} features, choosing ${MAX_FEATURES}\n`);
  vocabulary = chooseFeatures(vocabulary, Object.values(await fitAll(learned, 3)), learned, MAX_FEATURES);
  numbered = new Map(all.map((example) => [example, numberFeatures(example, vocabulary)]));
  const files = [...new Set(learned.map(({ file }) => file))].sort();
  const foldOf = (file: string): number => files.indexOf(file) % FOLDS;
  let done = 0;
  const folds = Array.from({ length: FOLDS }, async (_, fold) => {
    const own = await fitAll(learned.filter(({ file }) => foldOf(file) !== fold));
    print(`\rreading blind, ${++done} of ${FOLDS} `);
    return readBlind(
      own,
      learned.filter(({ file }) => foldOf(file) === fold),
    );
  });
  const [fitted, ...read] = await Promise.all([fitAll(learned), ...folds]);
  const blind = read.flat();
  print('\n');
  const { packed, weights } = packDetectors(vocabulary.keys, KEY_BITS, [fitted.clauses, fitted.leads]);
  const table = `${JSON.stringify(packed)}\n`;
  writeFileSync(new URL('detectors.json', FOLDER), table);
  print(`${weights} weights, ${(table.length / 1024).toFixed(0)} kB\n`);
  if (values.blind !== undefined) {
    blind.push(
      ...readBlind(
        fitted,
        all.filter((example) => isHeldOut(example)),
      ),
    );
    writeBlindFile(values.blind, blind);
  }
  return blind;
}

function fitRest(blind: readonly Blind[]): void {
  const decisions = fitDecisions(blind.map(decidedOf));
  const evidence = [...QUESTIONS, 'ask' as const].map((question, number) =>
    fitEvidence(
      blind.flatMap((one) => showAnswer(one, number)),
      question === 'who', // often shown by the email address, or between the lines
    ),
  );
  writeFileSync(new URL('decisions.json', FOLDER), `${JSON.stringify(decisions)}\n`);
  writeFileSync(new URL('evidence.json', FOLDER), `${JSON.stringify({ weights: evidence })}\n`);
}

function decidedOf({ example: { answers, weight }, inputs }: Blind): Decided {
  return {
    inputs,
    ask: ASKS.indexOf(answers.ask[0]),
    values: QUESTIONS.map((question) => answers[question]?.[0] ?? 0),
    weight,
  };
}

async function fitAll(
  examples: readonly Example[],
  epochs?: number,
): Promise<{ clauses: Fitted; leads: Fitted }> {
  const size = vocabulary.keys.length;
  const [clauses, leads] = await Promise.all([
    fitOnThread(() => examples.flatMap(listClauseRows), { size, hasOneAsk: false, epochs }),
    fitOnThread(() => examples.map(makeLeadRow), { size, hasOneAsk: true, epochs }),
  ]);
  return { clauses, leads };
}

function listClauseRows({ clauses, weight }: Example): Row[] {
  return clauses.map(({ features, labels }) => ({
    features: vocabulary.number(features),
    labels,
    weight,
    share: 1,
  }));
}

function makeLeadRow({ whole, weight }: Example): Row {
  const features = vocabulary.number(whole.features);
  return { features, labels: whole.labels, weight, share: leadShare(features.length) };
}

function numberFeatures(
  { clauses, whole }: Example,
  { number }: Vocabulary,
): { readonly whole: Int32Array; readonly clauses: readonly Int32Array[] } {
  return { whole: number(whole.features), clauses: clauses.map(({ features }) => number(features)) };
}

function readBlind(
  { clauses, leads }: { clauses: Fitted; leads: Fitted },
  examples: readonly Example[],
): Blind[] {
  return examples.filter(hasClauses).map((example) => {
    const found = numbered.get(example) as ReturnType<typeof numberFeatures>;
    const lead = weigh(leads, found.whole, leadShare(found.whole.length));
    const own = found.clauses.map((features) => weigh(clauses, features, 1));
    const inputs = new Float64Array(INPUTS);
    fillInputs(inputs, lead, own, own.length, example.hasMessage);
    return { example, inputs: round(inputs), lead: round(lead), clauses: own.map(round) };
  });
}

function hasClauses({ clauses }: Example): boolean {
  return clauses.length > 0;
}

function round(odds: Float64Array): Float64Array {
  return odds.map((value) => Math.round(value * 100) / 100);
}

/** Which clause people quoted for an answer; nothing if the lead doesn't give one, or in every clause. */
function showAnswer(
  { example: { answers, clauses: labelled, weight }, clauses }: Blind,
  number: number,
): Shown[] {
  const question = QUESTIONS[number];
  const isAnswered = isSale(answers.ask[0]) && (question === undefined || (answers[question]?.[0] ?? 0) > 0);
  if (!isAnswered) return [];
  const own = question === undefined ? ASKS.indexOf(answers.ask[0]) : ASKS.length + number;
  const shown = labelled.flatMap(({ labels }, place) => ((labels[own] as number) > 0 ? [place] : []));
  if (shown.length > 1) return [];
  const inputs = labelled.map(({ shape }, place) => {
    const filled = new Float64Array(EVIDENCE_INPUTS);
    fillEvidence(filled, clauses[place] as Float64Array, shape, own);
    return filled;
  });
  return [{ clauses: inputs, shown: shown[0] ?? -1, weight }];
}

function writeBlindFile(file: string, blind: readonly Blind[]): void {
  writeFileSync(
    file,
    blind
      .map(({ example: { of }, inputs, lead, clauses }) =>
        JSON.stringify({
          of,
          inputs: [...inputs],
          lead: [...lead],
          clauses: clauses.map((odds) => [...odds]),
        }),
      )
      .join('\n'),
  );
}

/** A lead and what was rewritten from it have the same name, in this order. */
function readBlindFile(file: string): Blind[] {
  const examples = Map.groupBy(all.filter(hasClauses), ({ of }) => of);
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => {
      const { of, inputs, lead, clauses } = JSON.parse(line) as BlindLine;
      const example = examples.get(of)?.shift();
      if (example === undefined || example.clauses.length !== clauses.length)
        throw new Error(`${file} is about other leads: ${of}`);
      return {
        example,
        inputs: Float64Array.from(inputs),
        lead: Float64Array.from(lead),
        clauses: clauses.map((odds) => Float64Array.from(odds)),
      };
    });
}

interface BlindLine {
  readonly of: string;
  readonly inputs: readonly number[];
  readonly lead: readonly number[];
  readonly clauses: readonly (readonly number[])[];
}
