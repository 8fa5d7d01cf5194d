// Payloads stay below 20,000 bytes however large the lead is, and say so when something was cut.

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
    // The leading letter makes a cut at an even index fall inside a character.
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

test.each(LARGE)('the payload is truncated for %s', async (_, large) => {
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
  // Strict parsers reject half a surrogate pair.
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/\\ud[89a-f]/i);
  const [message] = await slack.receiver.untilAccepted(1);
  expect(message?.text).not.toMatch(/\\ud[89a-f]/i);
  expect(Buffer.byteLength(message?.text ?? '')).toBeLessThan(MAX_BYTES);
});

test('a payload that fits is sent complete, without the truncated flag', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const message = `${fill(9_000, 'word ')}end`;
  await call('/api/webhook.php', { email: 'ana@acme.com', message });
  const [receipt] = await hook.receiver.untilAccepted(1);
  expect(receipt?.body.data.lead.message).toBe(message);
  expect(receipt?.body.data).not.toHaveProperty('truncated');
});
