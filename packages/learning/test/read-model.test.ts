import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Model, readModel, trainModel } from '../src/index.ts';
import { versionOf } from '../src/read-model.ts';
import { sha256 } from '../src/sha256.ts';
import { tableOf, withSignal } from './decided-leads.ts';

const model = trainModel(tableOf(withSignal(600, 1)));
const copy = (): Record<string, unknown> => JSON.parse(JSON.stringify(model)) as Record<string, unknown>;

test('SHA-256 is the one everybody uses', () => {
  for (const text of [
    '',
    'abc',
    'ä'.repeat(100),
    'x'.repeat(55),
    'x'.repeat(56),
    'x'.repeat(64),
    'x'.repeat(1_000),
  ])
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
});

describe('readModel', () => {
  test('reads what learning writes', () => {
    expect(readModel(copy())).toEqual({ ok: true, model });
  });

  test('accepts names in another order, as a database returns them', () => {
    const reversed = Object.fromEntries(Object.entries(copy()).reverse());
    expect(readModel(reversed)).toMatchObject({ ok: true });
  });

  test('rejects a model that was changed after its training', () => {
    const changed = copy();
    changed.shift = 0.5;
    expect(readModel(changed)).toEqual({
      ok: false,
      field: 'version',
      error: 'version does not match the content of the model',
    });
  });

  const effect = [0, 0.1, 3, 1];
  test.each<[field: string, change: (model: Record<string, unknown>) => void]>([
    ['format', (m) => Object.assign(m, { format: 2 })],
    ['extra', (m) => Object.assign(m, { extra: 1 })],
    ['pairs', (m) => delete m.pairs],
    ['shift', (m) => Object.assign(m, { shift: 'high' })],
    ['slope', (m) => Object.assign(m, { slope: 1e9 })],
    ['won', (m) => Object.assign(m, { won: 601 })],
    ['until', (m) => Object.assign(m, { until: 'yesterday' })],
    [
      'stated[1]',
      (m) =>
        Object.assign(m, {
          stated: [
            [10, 0],
            [5, 1],
          ],
        }),
    ],
    ['recency', (m) => Object.assign(m, { recency: { window: 10 } })],
    ['base_variance', (m) => Object.assign(m, { base_variance: [-1, 0, 0] })],
    ['fields', (m) => Object.assign(m, { fields: {} })],
    [
      'fields[0].effects',
      (m) => Object.assign((m.fields as Record<string, unknown>[])[0] as object, { effects: [effect] }),
    ],
    [
      'fields[0].size',
      (m) => Object.assign((m.fields as Record<string, unknown>[])[0] as object, { size: 99 }),
    ],
    [
      'fields[0].kind',
      (m) => Object.assign((m.fields as Record<string, unknown>[])[0] as object, { kind: 'tree' }),
    ],
    ['left_out[0]', (m) => Object.assign(m, { left_out: ['x'] })],
    ['verdict', (m) => Object.assign(m, { verdict: {} })],
  ])('names %s if it is wrong', (field, change) => {
    const changed = copy();
    change(changed);
    // Even with a matching version, so that the check itself is tested.
    changed.version = versionOf(changed as unknown as Model);
    expect(readModel(changed)).toMatchObject({ ok: false, field });
  });

  test.each([null, [], 'model', 7])('rejects %j', (input) => {
    expect(readModel(input)).toMatchObject({ ok: false, field: 'model' });
  });
});
