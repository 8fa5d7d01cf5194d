// How well learning from outcomes works on public data, through `leadline learn` and `leadline score`, with each feature of
// the data as an answer of a form. Logistic regression and Odoo's naive Bayes are computed beside it.
// Then trains on the same data with five kinds of contact data, and exits with 1 if a training diverges, predicts worse than the
// win rate, or breaks another promise of check-learning.ts.
//   npm run bench:learning -- --data DIR           DIR has bankadd.csv.gz, bankfull.csv.gz, shoppers.csv.gz, maven.csv.gz and meta.json
//   npm run bench:learning -- --data DIR --sets shoppers --no-curves
//   npm run bench:learning -- --data DIR --no-full --no-curves      only the kinds of contact data
//   npm run bench:learning -- --data DIR --json
//
// The data are UCI's Bank Marketing (bank-additional-full and bank-full; Moro, Cortez and Rita, 2014) and Online Shoppers
// Purchasing Intention (Sakar, Polat, Katircioglu and Kastro, 2018), both CC BY 4.0 at archive.ics.uci.edu, and Maven Analytics'
// CRM Sales Opportunities of an invented company, public domain at mavenanalytics.io. docs/learning.md describes the columns that
// the files add.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auc, calibrationError, lift, logLoss } from '@leadline/learning';
import { readOptions } from '@leadline/testkit/read-options';
import { type Predict, trainLogisticRegression, trainOdooNaiveBayes } from './learning/baselines.ts';
import { type ContactCheck, checkContacts, printContacts } from './learning/check-contacts.ts';
import {
  DATA_SETS,
  type DataSet,
  type DataSetName,
  type Row,
  readDataSet,
  sampleRows,
} from './learning/data-set.ts';
import { type Learning, learnByCommand } from './learning/run-leadline.ts';

interface Goal {
  readonly auc: number;
  readonly ece: number;
}

/** On the test rows of the hash split. Nothing predicts the outcomes of maven. */
const GOALS: Readonly<Partial<Record<DataSetName, Goal>>> = {
  bankadd: { auc: 0.816, ece: 0.01 },
  bankfull: { auc: 0.796, ece: 0.008 },
  shoppers: { auc: 0.78, ece: 0.014 },
};
/** The mean over the data sets with goals, with 50 outcomes. */
const SMALL_GOAL: Goal = { auc: 0.7, ece: 0.05 };

/** Gradient boosting, the best of four configurations chosen on the test rows (scikit-learn 1.2, XGBoost 1.7). Quoted. */
const BOOSTING: typeof GOALS = {
  bankadd: { auc: 0.8176, ece: 0.0087 },
  bankfull: { auc: 0.7957, ece: 0.007 },
  shoppers: { auc: 0.7865, ece: 0.0177 },
};

const CURVE_SIZES = [50, 100, 200, 500, 1_000, 2_000];
const SEEDS = [0, 1, 2, 3, 4];
/** Curves are scored on a part of the test rows, except with 50 outcomes, for which there is a goal. */
const CURVE_TEST_ROWS = 3_000;

const values = readOptions({
  data: null,
  sets: DATA_SETS.join(','),
  sizes: CURVE_SIZES.join(','),
  curves: true,
  full: true,
  contacts: true,
  json: false,
});
if (!values.data) {
  console.error('Name the folder with the data: npm run bench:learning -- --data DIR');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-learning-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

interface Figures {
  readonly auc: number;
  readonly ece: number;
  readonly log_loss: number;
  readonly lift_10: number;
}

interface FullRow extends Figures {
  readonly set: DataSetName;
  readonly method: string;
  readonly learn_s?: number;
  readonly score_s?: number;
  readonly learn_mb?: number;
}

interface CurvePoint extends Figures {
  readonly set: DataSetName;
  readonly outcomes: number;
  readonly method: string;
}

const sets = values.sets.split(',').map((name) => readDataSet(values.data as string, name as DataSetName));
const full: FullRow[] = [];
const curve: CurvePoint[] = [];
const contacts: ContactCheck[] = [];
for (const set of sets) {
  if (values.full) full.push(...(await measureFull(set)));
  if (values.curves) curve.push(...(await measureCurve(set)));
  if (values.contacts) contacts.push(...checkContacts(set));
}
if (values.json)
  console.log(
    JSON.stringify({ node: process.version, full, curve, contacts, goals: GOALS, small_goal: SMALL_GOAL }),
  );
else {
  print();
  if (contacts.length > 0) printContacts(contacts);
}
if (contacts.some(({ faults }) => faults.length > 0)) process.exitCode = 1;

async function measureFull(set: DataSet): Promise<FullRow[]> {
  const train = set.rows.filter(({ isTest }) => !isTest);
  const test = set.rows.filter(({ isTest }) => isTest);
  const learned = await learnByCommand(folder, set, train, test);
  const rows: FullRow[] = [
    { set: set.name, method: 'leadline', ...judge(test, learned.probabilities), ...costOf(learned) },
  ];
  for (const [method, predict] of baselines(set, train))
    rows.push({ set: set.name, method, ...judge(test, test.map(predict)) });
  return rows;
}

function baselines(set: DataSet, train: readonly Row[]): [method: string, predict: Predict][] {
  return [
    ['logistic regression', trainLogisticRegression(set.features, train, 1)],
    ['Odoo naive Bayes', trainOdooNaiveBayes(set.features, train)],
  ];
}

async function measureCurve(set: DataSet): Promise<CurvePoint[]> {
  const all = set.rows.filter(({ isTest }) => isTest);
  const stride = Math.max(1, Math.floor(all.length / CURVE_TEST_ROWS));
  const some = all.filter((_, index) => index % stride === 0);
  const points: CurvePoint[] = [];
  for (const outcomes of values.sizes.split(',').map(Number)) {
    const test = outcomes === CURVE_SIZES[0] ? all : some;
    const byMethod = new Map<string, Figures[]>();
    const note = (method: string, figures: Figures): void => {
      byMethod.set(method, [...(byMethod.get(method) ?? []), figures]);
    };
    for (const seed of SEEDS) {
      const train = sampleRows(set, outcomes, seed);
      note('leadline', judge(test, (await learnByCommand(folder, set, train, test)).probabilities));
      for (const [method, predict] of baselines(set, train)) note(method, judge(test, test.map(predict)));
    }
    for (const [method, figures] of byMethod)
      points.push({ set: set.name, outcomes, method, ...medianOf(figures) });
  }
  return points;
}

function judge(rows: readonly Row[], probabilities: readonly number[]): Figures {
  const outcomes = rows.map(({ won }) => won);
  return {
    auc: auc(probabilities, outcomes) ?? Number.NaN,
    ece: calibrationError(probabilities, outcomes),
    log_loss: logLoss(probabilities, outcomes),
    lift_10: lift(probabilities, outcomes, 0.1)?.lift ?? Number.NaN,
  };
}

function costOf({ learnSeconds, scoreSeconds, learnMegabytes }: Learning) {
  return { learn_s: learnSeconds, score_s: scoreSeconds, learn_mb: learnMegabytes };
}

function medianOf(figures: readonly Figures[]): Figures {
  const median = (name: keyof Figures): number =>
    figures.map((figure) => figure[name]).sort((a, b) => a - b)[Math.floor(figures.length / 2)] as number;
  return { auc: median('auc'), ece: median('ece'), log_loss: median('log_loss'), lift_10: median('lift_10') };
}

function print(): void {
  if (full.length > 0) {
    console.log('All training rows of the hash split; figures on its test rows.\n');
    console.log(
      `${'data'.padEnd(10)}${'method'.padEnd(22)}${'AUC'.padStart(8)}${'ECE'.padStart(8)}${'log-loss'.padStart(10)}${'lift 10%'.padStart(10)}${'learn s'.padStart(9)}${'score s'.padStart(9)}${'MB'.padStart(6)}`,
    );
    for (const { set, method, auc: a, ece, log_loss, lift_10, learn_s, score_s, learn_mb } of full) {
      const goal = GOALS[set];
      const verdict =
        method !== 'leadline' || goal === undefined
          ? ''
          : a >= goal.auc && ece <= goal.ece
            ? '  goal met'
            : '  goal missed';
      console.log(
        set.padEnd(10) +
          method.padEnd(22) +
          a.toFixed(4).padStart(8) +
          ece.toFixed(4).padStart(8) +
          log_loss.toFixed(4).padStart(10) +
          lift_10.toFixed(2).padStart(10) +
          (learn_s?.toFixed(1) ?? '').padStart(9) +
          (score_s?.toFixed(1) ?? '').padStart(9) +
          (learn_mb?.toFixed(0) ?? '').padStart(6) +
          verdict,
      );
    }
    for (const { name } of sets) {
      const quoted = BOOSTING[name];
      if (quoted !== undefined)
        console.log(
          `${name.padEnd(10)}${'boosting (quoted)'.padEnd(22)}${quoted.auc.toFixed(4).padStart(8)}${quoted.ece.toFixed(4).padStart(8)}`,
        );
    }
  }
  if (curve.length === 0) return;
  console.log('\nLearning curves: AUC / ECE, median of 5 samples.\n');
  const sizes = [...new Set(curve.map(({ outcomes }) => outcomes))];
  console.log(
    `${'data'.padEnd(10)}${'method'.padEnd(22)}${sizes.map((size) => String(size).padStart(14)).join('')}`,
  );
  for (const { name } of sets)
    for (const method of new Set(curve.map((point) => point.method)))
      console.log(
        name.padEnd(10) +
          method.padEnd(22) +
          sizes
            .map((size) => {
              const point = curve.find((p) => p.set === name && p.method === method && p.outcomes === size);
              return `${point?.auc.toFixed(3)} / ${point?.ece.toFixed(3)}`.padStart(14);
            })
            .join(''),
      );
  const small = curve.filter(
    ({ set, outcomes, method }) => GOALS[set] && outcomes === CURVE_SIZES[0] && method === 'leadline',
  );
  if (small.length === 0) return;
  const mean = (name: 'auc' | 'ece'): number =>
    small.reduce((sum, point) => sum + point[name], 0) / small.length;
  console.log(
    `\nMean with ${CURVE_SIZES[0]} outcomes: AUC ${mean('auc').toFixed(3)} (goal ${SMALL_GOAL.auc}), ECE ${mean('ece').toFixed(3)} (goal ${SMALL_GOAL.ece}).`,
  );
}
