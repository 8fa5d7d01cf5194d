// A stored lead is limited in bytes, and a page of the largest leads stays small.

import { MAX_LEAD_BYTES } from '@leadline/contract/limits';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';

const suite = useApi();

/** Six bytes in JSON, one byte in a form. */
const CONTROL = '\u0001';

/** Has as many characters as the engine allows in its text fields. */
const makeLargest = (character: string): Record<string, unknown> => ({
  name: character.repeat(20_000),
  email: newEmail(),
  phone: `+12125550123 ${character.repeat(19_000)}`,
  budget: character.repeat(20_000),
  source: character.repeat(20_000),
  message: `We need a roof ${character.repeat(19_000)}`,
});

describe('a lead that takes too many bytes', () => {
  test('is rejected if it was sent as a form, whose characters take more bytes in JSON', async () => {
    const fields = Object.entries(makeLargest(CONTROL)).map(
      ([name, value]) => `${name}=${String(value).replaceAll('+', '%2B')}`,
    );
    const body = fields.join('&');
    expect(Buffer.byteLength(body)).toBeLessThan(MAX_LEAD_BYTES);
    const answer = await suite.call('/api/webhook.php', body, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expectError(answer, 'too_long', '256 KiB');
  });

  test('is rejected in a batch without affecting the others', async () => {
    const { status, body } = await suite.call('/api/batch', {
      leads: [makeLargest('預'), makeLead({ email: newEmail() })],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      stored: 1,
      refused: 1,
      data: [{ success: false, code: 'too_long', field: 'lead' }, { success: true }],
    });
  });

  test('is rejected in a file', async () => {
    const rows = [makeLargest('預'), makeLead({ email: newEmail() })].map((row) => ({ ...row }));
    const id = await uploadFile(suite.call, toCsv(rows as Record<string, string>[]));
    const { body } = await suite.call(`/api/imports/${id}/preview`, {});
    expect(JSON.stringify(body.data)).toContain('lead takes more than 256 KiB');
  });
});

test('a page of 100 large leads takes less than 1 MB', async () => {
  const call = callAs(suite, await makeAccount(suite.owner));
  const leads = Array.from({ length: 100 }, () => ({
    ...makeLargest('x'),
    budget: '',
    custom_fields: { 'What is your budget?': 'y'.repeat(20_000), ...makeQuestions() },
  }));
  for (let first = 0; first < leads.length; first += 30)
    expect((await call('/api/batch', { leads: leads.slice(first, first + 30) })).body).toMatchObject({
      refused: 0,
    });
  const { body, text } = await call('/api/leads?limit=100');
  expect(body.data).toHaveLength(100);
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  expect(body.data[0]).toMatchObject({ name: 'x'.repeat(500), budget: 'y'.repeat(200) });
});

const makeQuestions = (): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${index} ${'q'.repeat(500)}`, 'a']));
