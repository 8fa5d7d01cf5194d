// The page of error codes, compared with the contract and with what the SDK does.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@leadline/contract/errors';
import { expect, test } from 'vitest';
import { LeadlineError } from '../src/errors.ts';
import { mayTryAgain } from '../src/retries.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8');
const SECTION =
  /^### (\w+)\n\n(\d+)\. .+ \*\*Fix:\*\* .+ \*\*(Don’t retry|Retry(?: after `Retry-After`| with the same `Idempotency-Key`)?)\.\*\*$/gm;

const sections = [...PAGE.matchAll(SECTION)].map(([, code = '', status, advice = '']) => ({
  code,
  status: Number(status),
  advice,
}));

test('docs/errors.md explains every code once, with its status', () => {
  const known = Object.entries(ERRORS).map(([code, { status }]) => ({ code, status }));
  const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);
  expect(sections.map(({ code, status }) => ({ code, status })).sort(byCode)).toEqual(known.sort(byCode));
});

test('docs/errors.md advises a retry where the SDK would retry a call that stores a lead', () => {
  for (const { code, status, advice } of sections) {
    const isRetried = mayTryAgain(new LeadlineError('', { code, status }), true);
    expect([code, advice.startsWith('Retry')]).toEqual([code, isRetried]);
  }
});
