// Fits the detectors on the labelled clauses and writes src/concepts/detectors.json and src/concepts/thresholds.json.
// Deterministic: the same labels give the same files.
//   npm run train:concepts              fit, write, and report cross-validation by author
//   npm run train:concepts -- --blind F also write the output of detectors not trained on the author, to fit points

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CAPPING, CONCEPTS, LEAD_SIGNS } from '../src/concepts/concepts.ts';
import { type Example, type LabelledExample, readKindExamples, readLabelledExamples } from './examples.ts';
import { type ContextRow, fitContext, makeContextRows, weighRow } from './fit-context.ts';
import {
  chooseFeatures,
  type Fitted,
  fitColumn,
  KEY_BITS,
  makeVocabulary,
  type Options,
  weigh,
} from './fit-detectors.ts';
import { packDetectors } from './pack-detectors.ts';
import { chooseThresholds, reportBlind, type Scores } from './thresholds.ts';
import { writeTrainedOn } from './trained-on.ts';

const FOLDS = 5;
const SINGLE = 'clauses/';
/** Limits the download in the browser; more features would be slightly more accurate. */
const MAX_FEATURES = 17_600;
const LEAD_ANSWERS = [...CAPPING, ...LEAD_SIGNS];
const FOLDER = new URL('../src/concepts/', import.meta.url);

const CLAUSES: Options = { epochs: 6, rate: 0.3, sparsity: 2.2, ridge: 0.5, share: () => 1 };
const LEADS: Options = {
  epochs: 6,
  rate: 0.3,
  sparsity: 2.2,
  ridge: 0.5,
  share: (features) => 6 / Math.sqrt(features + 36),
};

const print = (text: string): void => void process.stderr.write(text);
const { values } = parseArgs({ options: { blind: { type: 'string' } } });

const all = readLabelledExamples('train');
/** Single clauses teach words, but only whole leads show how frequent a concept is. */
const [single, labelled] = [all.filter(isSingle), all.filter((lead) => !isSingle(lead))];
const clauses = [...labelled, ...single].flatMap((lead) => lead.clauses);
const kinds = readKindExamples(new Set(labelled.map(({ of }) => of)));
const leads = [...labelled.map(({ lead }) => lead), ...kinds, ...single.map(({ lead }) => lead)];
print(`${labelled.length} labelled leads, ${clauses.length} clauses, ${kinds.length} leads of known kind\n`);

let vocabulary = makeVocabulary([...clauses, ...kinds], 2, 3);
let clauseFeatures = vocabulary.number(clauses);
let leadFeatures = vocabulary.number(leads);
print(`${vocabulary.keys.length} features\n`);

const files = [...new Set(leads.map(({ file }) => file).filter((file) => !file.startsWith(SINGLE)))].sort();
const foldOf = (file: string): number => (file.startsWith(SINGLE) ? -1 : files.indexOf(file) % FOLDS);

print('choosing features ');
vocabulary = chooseFeatures(
  vocabulary,
  fitAll(() => true),
  clauseFeatures,
  MAX_FEATURES,
);
clauseFeatures = vocabulary.number(clauses);
leadFeatures = vocabulary.number(leads);
print('\n');
const first = crossValidate();
const rows = makeContextRows(labelled, first);
const scores = crossValidateContext();
const thresholds = chooseThresholds(labelled, scores);
print(reportBlind(labelled, scores, thresholds));
if (values.blind !== undefined) writeBlind(values.blind);
const fitted = fitAll(() => true);
const table = packDetectors(vocabulary.keys, KEY_BITS, fitted);
writeFileSync(new URL('detectors.json', FOLDER), `${JSON.stringify(table.packed)}\n`);
writeFileSync(new URL('context.json', FOLDER), `${JSON.stringify({ weights: [...fitContext(rows)] })}\n`);
writeFileSync(new URL('thresholds.json', FOLDER), `${JSON.stringify(thresholds, null, 2)}\n`);
writeTrainedOn();
print(`${vocabulary.keys.length} features and ${table.weights} weights kept\n`);

function isSingle({ file }: LabelledExample): boolean {
  return file.startsWith(SINGLE);
}

function fitAll(isUsed: (example: Example) => boolean): Fitted[] {
  const fit = (examples: readonly Example[], features: readonly Int32Array[], options: Options) => {
    const used = examples.flatMap((example, index) => (isUsed(example) ? [index] : []));
    const some = used.map((index) => examples[index] as Example);
    const own = used.map((index) => features[index] as Int32Array);
    return (_: unknown, column: number): Fitted => {
      print('.');
      return fitColumn(some, own, column, vocabulary.keys.length, options);
    };
  };
  return [
    ...CONCEPTS.map(fit(clauses, clauseFeatures, CLAUSES)),
    ...LEAD_ANSWERS.map(fit(leads, leadFeatures, LEADS)),
  ];
}

/** Reads each lead with detectors that were not trained on its author. */
function crossValidate(): Scores[] {
  const all: Scores[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    print(`\rcross-validating, fold ${fold + 1} of ${FOLDS} `);
    const fitted = fitAll(({ file }) => foldOf(file) !== fold);
    let at = 0;
    labelled.forEach((lead, index) => {
      const first = at;
      at += lead.clauses.length;
      if (foldOf(lead.file) !== fold) return;
      all[index] = {
        clauses: lead.clauses.map((_, clause) =>
          CONCEPTS.map((_, column) =>
            weigh(fitted[column] as Fitted, clauseFeatures[first + clause] as Int32Array, CLAUSES.share),
          ),
        ),
        lead: LEAD_ANSWERS.map((_, capping) =>
          weigh(fitted[CONCEPTS.length + capping] as Fitted, leadFeatures[index] as Int32Array, LEADS.share),
        ),
      };
    });
  }
  print('\n');
  return all;
}

/** The same for the second layer, on the blind output of the first. */
function crossValidateContext(): Scores[] {
  const all = first.map(({ lead }): { clauses: number[][]; lead: readonly number[] } => ({
    clauses: [],
    lead,
  }));
  for (let fold = 0; fold < FOLDS; fold++) {
    const isInFold = ({ lead }: ContextRow): boolean =>
      foldOf((labelled[lead] as LabelledExample).file) === fold;
    const weights = fitContext(rows.filter((row) => !isInFold(row)));
    for (const row of rows) if (isInFold(row)) all[row.lead]?.clauses.push(weighRow(weights, row));
  }
  return all;
}

function writeBlind(file: string): void {
  const lines = labelled.map(({ of }: LabelledExample, index) =>
    JSON.stringify({ of, ...(scores[index] as Scores) }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
}
