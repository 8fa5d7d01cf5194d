export { computeGolden } from '../cases/golden/golden.ts';
export { readBudget } from '../src/index.ts';
