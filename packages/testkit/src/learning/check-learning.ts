// What must hold for every account, whatever its leads answered: learns from leads, judges what would be published on later
// ones, and lists every promise that was broken.

import { score } from '@leadline/engine';
import {
  auc,
  calibrationError,
  checkLive,
  type DecidedLead,
  LeadTable,
  type LearnResult,
  learn,
  logLossOf,
  type Model,
  NotConverged,
  openModel,
  predictRows,
  type Recency,
  readModel,
  trainModel,
} from '@leadline/learning';

export interface LearningCheck {
  readonly rows: number;
  readonly won: number;
  readonly decision: LearnResult['verdict']['decision'];
  readonly code: LearnResult['verdict']['code'];
  /** Of the model that was trained, published or not, on later leads; null if there is none. */
  readonly figures: Figures | null;
  /** Of what was published; null if nothing was. */
  readonly published: Figures | null;
  /** Promises that were broken, in words; empty if all is well. */
  readonly faults: readonly string[];
}

export interface Figures {
  /** Null if later leads were all won or all lost. */
  readonly auc: number | null;
  readonly ece: number;
  readonly logLoss: number;
  /** That of the win rate alone. */
  readonly baseLogLoss: number;
  readonly isWorseThanBase: boolean;
}

export interface CheckOptions {
  /** The account's limit of points. */
  readonly limit: number;
  readonly recency?: Recency | null;
}

/** Beyond this many standard errors, a difference isn't noise. One in 700 is by chance. */
const NOISE_ERRORS = 3;
/** Enough to see every answer. */
const SCORED_LEADS = 200;

export function checkLearning(
  leads: readonly DecidedLead[],
  later: readonly DecidedLead[],
  { limit, ...options }: CheckOptions,
): LearningCheck {
  const [table, laterTable] = [tableOf(leads), tableOf(later)];
  const faults: string[] = [];
  const { verdict, model, calibration, report, outcomes, won } = learn(table, options);
  const published = { live: model, calibrated: calibration, wait: null, retire: null }[verdict.decision];
  const trained = model ?? trainAnyway(table, options);
  if (model === null || trained === null) faults.push('the training did not converge');
  if (published === null && ['live', 'calibrated'].includes(verdict.decision))
    faults.push('published without a model');
  if (verdict.code === 'not_converged' && published !== null)
    faults.push('published although it did not converge');
  if (hasUnusableNumber([report, verdict])) faults.push('the report has a number that is not finite');
  for (const one of new Set([trained, published]))
    if (one !== null) {
      faults.push(...findModelFaults(one, table));
      faults.push(...findLedgerFaults(one, later.slice(0, SCORED_LEADS), limit));
    }
  if (published !== null) {
    const fault = checkLive(table, published, options);
    if (fault !== null) faults.push(`published, and to be retired at once: ${fault.text}`);
  }
  const figuresOf = (one: Model | null): Figures | null =>
    one === null ? null : measure(predictRows(one, laterTable), laterTable, baseRateOf(table));
  const [figures, publishedFigures] = [figuresOf(trained), figuresOf(published)];
  for (const measured of [figures, publishedFigures])
    if (measured !== null && hasUnusableNumber(measured))
      faults.push('a chance of a later lead is not a number');
  if (publishedFigures?.isWorseThanBase)
    faults.push(
      `published, and worse than the win rate: log-loss ${publishedFigures.logLoss.toFixed(4)} against ${publishedFigures.baseLogLoss.toFixed(4)}`,
    );
  return {
    rows: outcomes,
    won,
    decision: verdict.decision,
    code: verdict.code,
    figures,
    published: publishedFigures,
    faults: [...new Set(faults)],
  };
}

function tableOf(leads: readonly DecidedLead[]): LeadTable {
  const table = new LeadTable();
  for (const lead of leads) table.add(lead);
  return table;
}

function trainAnyway(table: LeadTable, options: { readonly recency?: Recency | null }): Model | null {
  try {
    return trainModel(table, options);
  } catch (error) {
    if (error instanceof NotConverged) return null;
    throw error;
  }
}

/** The prior on the shift pulls by a quarter of its logit, so a fit that has converged expects as many wins as there were, give or
 * take a few. */
const MAX_UNEXPLAINED_WINS = 4;

function findModelFaults(model: Model, table: LeadTable): string[] {
  const faults: string[] = [];
  const read = readModel(JSON.parse(JSON.stringify(model)));
  if (!read.ok) faults.push(`the model can't be read: ${read.error}`);
  const order = Uint32Array.from({ length: table.size }, (_, row) => row).sort(
    (a, b) => (table.times[a] as number) - (table.times[b] as number),
  );
  const rows = order.subarray(Math.max(0, order.length - (model.recency?.window ?? order.length)));
  const chances = predictRows(model, table, rows);
  if (!chances.every((chance) => chance > 0 && chance < 1))
    faults.push('a chance is not a number between 0 and 1');
  let unexplained = 0;
  for (const [at, row] of rows.entries()) {
    const weight = model.recency === null ? 1 : 2 ** -((rows.length - 1 - at) / model.recency.half_life);
    unexplained += weight * ((table.outcomes[row] as number) - (chances[at] as number));
  }
  if (!(Math.abs(unexplained) <= MAX_UNEXPLAINED_WINS))
    faults.push(`the fit is off by ${unexplained.toFixed(1)} wins on its own leads`);
  return faults;
}

/** "won 1 in 31 of such leads, 1 in 9 overall". The reason is never a rate that is the same as overall. */
const EVIDENCE =
  /: won (?:\d+ in [\d,]+ of|\d+ of \d+|(?:none of|all) [\d,]+) such leads, (?:(?:none|all|\d+ in [\d,]+) overall(?:, but (?:more|fewer) than the rest of the lead suggests)?|the same as overall, but (?:more|fewer) than the rest of the lead suggests) \([+−]\d+\)$/;

function findLedgerFaults(model: Model, leads: readonly DecidedLead[], limit: number): string[] {
  const faults = new Set<string>();
  const opened = openModel(model, { limit });
  for (const { lead, receivedAt } of leads) {
    const { ledger, data, closing } = score(lead, { now: receivedAt, model: opened });
    const learned = ledger.filter(({ group }) => group === 'learned');
    const sum = learned.reduce((total, { points }) => total + points, 0);
    if (!(Math.abs(sum) <= limit)) faults.add(`answers add ${sum} points together, with a limit of ${limit}`);
    if (ledger.reduce((total, { points }) => total + points, 0) !== data.score)
      faults.add('the ledger does not add up to the score');
    for (const { code, points, text } of learned) {
      if (code === 'learned-limit') continue;
      if (!(Number.isInteger(points) && Math.abs(points) <= limit))
        faults.add(`one answer is worth ${points} points, with a limit of ${limit}`);
      if (!EVIDENCE.test(text)) faults.add(`an entry can't be understood: ${text}`);
    }
    const { probability = Number.NaN, low = Number.NaN, high = Number.NaN } = closing ?? {};
    if (!(0 <= low && low <= probability && probability <= high && high <= 1))
      faults.add(`the chance of closing is ${probability}, from ${low} to ${high}`);
  }
  return [...faults];
}

function hasUnusableNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnusableNumber);
}

/** Never 0 or 1. */
const baseRateOf = ({ outcomes }: LeadTable): number =>
  (outcomes.reduce((sum, outcome) => sum + outcome, 0) + 0.5) / (outcomes.length + 1);

function measure(chances: Float64Array, { outcomes }: LeadTable, baseRate: number): Figures {
  let [logLoss, baseLogLoss, squares] = [0, 0, 0];
  for (const [row, chance] of chances.entries()) {
    const outcome = outcomes[row] as number;
    const [own, base] = [logLossOf(chance, outcome), logLossOf(baseRate, outcome)];
    logLoss += own / chances.length;
    baseLogLoss += base / chances.length;
    squares += (own - base) ** 2 / chances.length;
  }
  const excess = logLoss - baseLogLoss;
  const error = Math.sqrt(Math.max(0, squares - excess ** 2) / chances.length);
  return {
    auc: auc(chances, outcomes),
    ece: calibrationError(chances, outcomes),
    logLoss,
    baseLogLoss,
    isWorseThanBase: excess > NOISE_ERRORS * error,
  };
}
