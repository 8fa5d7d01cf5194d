// However large a lead is, what is sent of it stays below 20,000 bytes, and says so when something is missing.

import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

const MAX_BYTES = 20_000;
/** Two UTF-16 units, four bytes. */
const ASTRAL = '😀';
const fill = (units: number, mark = ASTRAL): string => mark.repeat(units / mark.length);
const fields = (question: (index: number) => string, answer: string) =>
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [question(index), answer]));

const LARGE: readonly [string, Record<string, unknown>][] = [
  [
    'a message of 20,000 and 200 answers of 500 four-byte characters',
    // One letter before, so that a cut at an even place falls into the middle of a character.
    { message: `x${fill(19_998)}`, custom_fields: fields((index) => `Question ${index}`, fill(500)) },
  ],
  [
    'the same in letters',
    { message: fill(20_000, 'w'), custom_fields: fields((index) => `Question ${index}`, fill(500, 'w')) },
  ],
  [
    'questions of 900 characters',
    { custom_fields: fields((index) => `${String(index).padStart(4, '0')}${fill(900, 'q')}`, 'yes') },
  ],
  ['control characters, six bytes each in JSON', { message: fill(20_000, '\u0001'), source: 'form' }],
  [
    'every field at its longest',
    {
      name: fill(20_000, 'n'),
      phone: fill(20_000, '5'),
      budget: fill(20_000, 'b'),
      message: fill(20_000, 'm'),
      source: fill(20_000, 's'),
    },
  ],
];

test.each(LARGE)('%s', async (_, large) => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const slack = await addEndpoint(suite, call, { format: 'slack' });
  const scored = await call('/api/webhook.php', { email: 'ana@acme.com', ...large });
  expect(scored).toMatchObject({ status: 200 });
  const [receipt] = await hook.receiver.untilAccepted(1);
  const { text, body } = receipt as NonNullable<typeof receipt>;
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
  const { lead_id, data } = scored.body;
  expect(body.data).toMatchObject({ truncated: true, lead_id, score: data.score, grade: data.grade });
  expect(body.data.lead.email).toBe('ana@acme.com');
  // Half a character would be refused by strict readers.
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/\\ud[89a-f]/i);
  const [message] = await slack.receiver.untilAccepted(1);
  expect(message?.text).not.toMatch(/\\ud[89a-f]/i);
  expect(Buffer.byteLength(message?.text ?? '')).toBeLessThan(MAX_BYTES);
});

test('what fits is sent whole, without a word about it', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const message = `${fill(9_000, 'word ')}end`;
  await call('/api/webhook.php', { email: 'ana@acme.com', message });
  const [receipt] = await hook.receiver.untilAccepted(1);
  expect(receipt?.body.data.lead.message).toBe(message);
  expect(receipt?.body.data).not.toHaveProperty('truncated');
});
