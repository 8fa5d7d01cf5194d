// What learning is compared with: plain logistic regression, and the naive Bayes of Odoo's CRM.

import type { Feature, Row } from './data-set.ts';

export type Predict = (row: Row) => number;

const MAX_STEPS = 25;

/** One-hot categories, standardized numbers with a flag for missing ones, ridge penalty as in scikit-learn. */
export function trainLogisticRegression(
  features: readonly Feature[],
  rows: readonly Row[],
  c: number,
): Predict {
  const encode = planEncoding(features, rows);
  const encoded = rows.map(encode);
  const size = encode.size + 1;
  const weights = new Float64Array(size);
  for (let step = 1; ; step++) {
    const gradient = new Float64Array(size);
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    for (const [index, cells] of encoded.entries()) {
      const p = 1 / (1 + Math.exp(-dot(cells, weights)));
      const residual = (rows[index] as Row).won - p;
      const curvature = p * (1 - p);
      for (const [i, x] of cells) {
        gradient[i] = (gradient[i] as number) + residual * x;
        const line = hessian[i] as Float64Array;
        for (const [j, z] of cells) line[j] = (line[j] as number) + curvature * x * z;
      }
    }
    // The intercept (last) is not penalized; a trace keeps the matrix invertible.
    for (let i = 0; i < size; i++) {
      const penalty = i === size - 1 ? 1e-9 : 1 / c;
      gradient[i] = (gradient[i] as number) - penalty * (weights[i] as number);
      (hessian[i] as Float64Array)[i] = ((hessian[i] as Float64Array)[i] as number) + penalty;
    }
    const change = solveLinear(hessian, gradient);
    let largest = 0;
    for (let i = 0; i < size; i++) {
      weights[i] = (weights[i] as number) + (change[i] as number);
      largest = Math.max(largest, Math.abs(change[i] as number));
    }
    if (largest < 1e-5) break;
    if (step === MAX_STEPS) throw new Error('logistic regression did not converge');
  }
  return (row) => 1 / (1 + Math.exp(-dot(encode(row), weights)));
}

type Cells = [column: number, value: number][];

function planEncoding(
  features: readonly Feature[],
  rows: readonly Row[],
): ((row: Row) => Cells) & { size: number } {
  let size = 0;
  const encoders = features.map(({ isNumeric }, index) => {
    const values = rows.map((row) => row.values[index] as string);
    if (!isNumeric) {
      const levels = new Map([...new Set(values)].sort().map((level) => [level, size++]));
      return (value: string, cells: Cells): void => {
        const column = levels.get(value);
        if (column !== undefined) cells.push([column, 1]);
      };
    }
    const numbers = values.filter((value) => value !== '').map(Number);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
    const variance =
      numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / Math.max(1, numbers.length);
    const scale = Math.sqrt(variance) || 1;
    const column = size++;
    const missing = size++;
    return (value: string, cells: Cells): void => {
      cells.push(value === '' ? [missing, 1] : [column, (Number(value) - mean) / scale]);
    };
  });
  const encode = (row: Row): Cells => {
    const cells: Cells = [];
    for (const [index, encoder] of encoders.entries()) encoder(row.values[index] as string, cells);
    cells.push([size, 1]);
    return cells;
  };
  return Object.assign(encode, { size });
}

const dot = (cells: Cells, weights: Float64Array): number =>
  cells.reduce((sum, [column, value]) => sum + value * (weights[column] as number), 0);

/** Gaussian elimination with pivoting. */
function solveLinear(matrix: Float64Array[], vector: Float64Array): Float64Array {
  const size = vector.length;
  const rows: Float64Array[] = matrix.map((line, index) => {
    const row = new Float64Array(size + 1);
    row.set(line);
    row[size] = vector[index] as number;
    return row;
  });
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] as number) > Math.abs(rows[pivot]?.[column] as number)) pivot = row;
    const top = rows[pivot] as Float64Array;
    rows[pivot] = rows[column] as Float64Array;
    rows[column] = top;
    if (Math.abs(top[column] as number) < 1e-12) continue;
    for (let row = column + 1; row < size; row++) {
      const line = rows[row] as Float64Array;
      const factor = (line[column] as number) / (top[column] as number);
      if (factor === 0) continue;
      for (let k = column; k <= size; k++) line[k] = (line[k] as number) - factor * (top[k] as number);
    }
  }
  const result = new Float64Array(size);
  for (let row = size - 1; row >= 0; row--) {
    const line = rows[row] as Float64Array;
    let sum = line[size] as number;
    for (let k = row + 1; k < size; k++) sum -= (line[k] as number) * (result[k] as number);
    result[row] = Math.abs(line[row] as number) < 1e-12 ? 0 : sum / (line[row] as number);
  }
  return result;
}

const SMOOTHING = 0.1;
const QUANTILES = 5;

/** Won and lost counts plus 0.1 per value, divided by the field's totals; empty and unseen values are skipped. Odoo takes
 * no numbers, so they are cut into five quantiles. */
export function trainOdooNaiveBayes(features: readonly Feature[], rows: readonly Row[]): Predict {
  const levelers = features.map(({ isNumeric }, index) => {
    if (!isNumeric) return (value: string): string => value;
    const sorted = rows
      .map((row) => row.values[index] as string)
      .filter((value) => value !== '')
      .map(Number)
      .sort((a, b) => a - b);
    const edges = Array.from(
      { length: QUANTILES - 1 },
      (_, quantile) => sorted[Math.floor(((quantile + 1) * sorted.length) / QUANTILES)] ?? 0,
    );
    return (value: string): string =>
      value === '' ? '' : String(edges.filter((edge) => edge <= Number(value)).length);
  });
  const counts = features.map(() => new Map<string, [lost: number, won: number]>());
  const totals = features.map((): [number, number] => [0, 0]);
  const outcomes: [number, number] = [0, 0];
  for (const row of rows) {
    outcomes[row.won]++;
    for (const [index, leveler] of levelers.entries()) {
      const level = leveler(row.values[index] as string);
      if (level === '') continue;
      const levels = counts[index] as Map<string, [number, number]>;
      const count = levels.get(level) ?? [SMOOTHING, SMOOTHING];
      if (!levels.has(level)) {
        levels.set(level, count);
        (totals[index] as [number, number])[0] += SMOOTHING;
        (totals[index] as [number, number])[1] += SMOOTHING;
      }
      count[row.won]++;
      (totals[index] as [number, number])[row.won]++;
    }
  }
  return (row) => {
    let won = outcomes[1] / rows.length;
    let lost = outcomes[0] / rows.length;
    for (const [index, leveler] of levelers.entries()) {
      const count = counts[index]?.get(leveler(row.values[index] as string));
      const total = totals[index] as [number, number];
      if (count === undefined || total[0] === 0 || total[1] === 0) continue;
      won *= count[1] / total[1];
      lost *= count[0] / total[0];
    }
    return Math.round((won / (won + lost)) * 10_000) / 10_000;
  };
}
