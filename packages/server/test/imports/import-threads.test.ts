// Slices prepared on a thread are the same as on this one, and a thread that runs out of memory or time ends only
// its own slice.

import { afterEach, expect, test } from 'vitest';
import type { FileShape } from '../../src/imports/columns/file-shape.ts';
import { ImportThreads, ThreadCrashed } from '../../src/imports/run/import-threads.ts';
import { prepareSlice, type SliceToPrepare } from '../../src/imports/run/prepare-slice.ts';

const SHAPE: FileShape = {
  format: 'csv',
  encoding: 'utf8',
  delimiter: ',',
  newline: '\n',
  columns: ['email', 'outcome'],
  headerLine: 1,
  isDayFirst: false,
  firstRow: { offset: 0, line: 1 },
};

const makeSlice = (text: string): SliceToPrepare => ({
  bytes: Buffer.from(text),
  from: { offset: 0, line: 1 },
  end: { offset: text.length, line: 1 },
  accountId: '0'.repeat(32),
  shape: SHAPE,
  mapping: { email: 'email', outcome: 'outcome' },
  team: [],
  currency: 'USD',
  settings: null,
  model: null,
  now: new Date('2026-11-16T12:00:00Z'),
});

let threads: ImportThreads;
afterEach(() => threads.close());

test('a slice prepared on a thread has the same rows as on this one', async () => {
  threads = new ImportThreads();
  const slice = makeSlice('ana@acme.com,won\nno email,\nbo@acme.com,\n,lost\n');
  const here = prepareSlice(slice);
  const there = await threads.prepare(slice);
  expect(there.rows).toBe(4);
  expect(there.rejections).toEqual(here.rejections);
  expect(there.outcomes).toMatchObject([{ row: 0, outcome: 'won', amount: null }]);
  expect(there.leads).toMatchObject({ count: here.leads.count, isFromFile: true });
  // Only the IDs differ, which are the columns of equal length.
  expect(there.leads.columns.map(({ length }) => length)).toEqual(
    here.leads.columns.map(({ length }) => length),
  );
});

test('a thread that runs out of memory is replaced', { timeout: 60_000 }, async () => {
  threads = new ImportThreads({ maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 });
  const rows = Array.from({ length: 200_000 }, (_, index) => `lead-${index}@acme.com,won\n`);
  const tooMuch = makeSlice(rows.join(''));
  await expect(threads.prepare(tooMuch)).rejects.toThrow(ThreadCrashed);
  expect(await threads.prepare(makeSlice('ana@acme.com,won\n'))).toMatchObject({ rows: 1 });
});

test('a slice that takes too long is given up, and the other imports go on', {
  timeout: 60_000,
}, async () => {
  threads = new ImportThreads(undefined, 200);
  // A production slice has 250 rows. No sentence comes twice: threads remember what they have read.
  const rows = Array.from({ length: 2_500 }, (_, row) => {
    const sentences = Array.from(
      { length: 20 },
      (_, index) => `Need a quote for ${row * 20 + index} laptops by Friday.`,
    );
    return `ana@acme.com,won,"${sentences.join(' ')}"\n`;
  });
  const { shape, mapping, ...rest } = makeSlice(rows.join(''));
  const slow: SliceToPrepare = {
    ...rest,
    shape: { ...shape, columns: [...shape.columns, 'message'] },
    mapping: { ...mapping, message: 'message' },
  };
  await expect(threads.prepare(slow)).rejects.toThrow(ThreadCrashed);
  expect(await threads.prepare(makeSlice('ana@acme.com,won\n'))).toMatchObject({ rows: 1 });
});
