// Slack messages: their format, and that a lead's text cannot inject mentions or links.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import type { Caller } from '@leadline/testkit/service/use-api';
import { addEndpoint, type Endpoint } from '@leadline/testkit/webhooks/endpoints';
import type { Receipt } from '@leadline/testkit/webhooks/receiver';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

const MAX_SECTION_LENGTH = 3_000;
const MAX_BLOCKS = 50;

interface Section {
  readonly type: string;
  readonly text: { readonly type: string; readonly text: string; readonly verbatim?: boolean };
}

async function messageOf(lead: Record<string, unknown>): Promise<Receipt> {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call, { format: 'slack' });
  expect(await call('/api/webhook.php', makeLead(lead))).toMatchObject({ status: 200 });
  return nextOf(hook, 1);
}

async function nextOf({ receiver }: Endpoint, count: number): Promise<Receipt> {
  await receiver.untilAccepted(count);
  const receipt = receiver.accepted.at(-1) as Receipt;
  expectValidSlackMessage(receipt);
  return receipt;
}

const sectionsOf = ({ body }: Receipt): string[] => body.blocks.map(({ text }: Section) => text.text);

/** The requirements of Slack's reference for a message with sections. */
function expectValidSlackMessage({ body, text }: Receipt): void {
  expect(Object.keys(body).toSorted()).toEqual(['blocks', 'text']);
  expect(body.text).toEqual(expect.stringMatching(/\S/));
  expect(body.blocks.length).toBeGreaterThan(0);
  expect(body.blocks.length).toBeLessThanOrEqual(MAX_BLOCKS);
  for (const block of body.blocks as Section[]) {
    expect(block).toMatchObject({
      type: 'section',
      text: { type: 'mrkdwn', text: expect.stringMatching(/\S/) },
    });
    expect(block.text.text.length).toBeLessThanOrEqual(MAX_SECTION_LENGTH);
  }
  // Slack's three control characters must be escaped, except ">" at the start of a quoted line.
  const texts = [body.text, ...body.blocks.map((block: Section) => block.text.text.replace(/^> ?/gm, ''))];
  expect(texts.flatMap((content) => findAround(content, /[<>]|&(?!amp;|lt;|gt;)/g))).toEqual([]);
  // No unpaired surrogates.
  expect(findAround(text, /\\ud[89a-f]/gi)).toEqual([]);
}

/** The matches, with some text around each. */
const findAround = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 10), index + 10));

test('a lead is shown with its grade, contact, next step, message and reasons', async () => {
  const receipt = await messageOf({ budget: '$15k' });
  const [head, facts, words, reasons] = sectionsOf(receipt);
  expect(receipt.body.text).toMatch(/^(?:Hot|Warm|Cool|Cold|Spam) lead, \d+ points$/);
  expect(head).toMatch(
    /^:\w+: \*(?:Hot|Warm|Cool|Cold|Spam) \d+\* · Ana Lopez · ana@acme\.com · \+12125550123$/,
  );
  expect(facts).toMatch(/^\*Next:\* .+\n\*Budget:\* \$15k\n\*Source:\* google$/);
  expect(words).toBe('> We need 40 laptops by Friday');
  expect(reasons).toMatch(/^(?:• .+\n?){1,5}$/);
});

test('a lead with few details creates no empty sections', async () => {
  const receipt = await messageOf({ name: '', phone: '', message: '', source: '' });
  expect(sectionsOf(receipt)[0]).toMatch(/\* · ana@acme\.com$/);
});

const MENTIONS =
  '<!channel> <!here|here> <@U012AB3CD> <#C123> <!subteam^S1> <https://evil.example|Pay here> & co';

test('no field of a lead can inject a mention or a hidden link', async () => {
  const receipt = await messageOf({
    name: MENTIONS,
    email: `${MENTIONS}@acme.com`,
    phone: MENTIONS,
    budget: MENTIONS,
    source: MENTIONS,
    message: `${MENTIONS}\n${MENTIONS}\n> not a quote`,
    custom_fields: { [MENTIONS]: MENTIONS },
  });
  const whole = sectionsOf(receipt).join('\n');
  expect(whole).toContain('&lt;!channel&gt;');
  expect(whole).toContain('&lt;https://evil.example|Pay here&gt; &amp; co');
  expect(whole).toContain('\n> &gt; not a quote');
});

test('Slack is told not to turn a lead’s text into mentions and links', async () => {
  const { body } = await messageOf({ message: '@channel please see #general and www.evil.example' });
  // By default "certain mentions will be automatically parsed" (reference of the text object).
  for (const block of body.blocks as Section[]) expect(block.text.verbatim).toBe(true);
});

test.each([
  ['letters', 'w'],
  ['characters that are escaped', '&'],
  ['characters outside the basic plane', '😀'],
  ['lines', 'a\n'],
  ['marks', '<!channel>'],
])('long texts of %s are cut to the length Slack accepts, but never inside a character', async (_, mark) => {
  // Shifts the text so that the cut falls on every position within a character.
  for (const before of ['', 'x', 'xx', 'xxx', 'xxxx']) {
    const long = `${before}${mark.repeat(Math.floor(19_990 / mark.length))}`;
    await messageOf({ name: long, message: long, budget: long, source: long });
  }
});

test('outcomes, usage thresholds, imports and tests each have their own text', async () => {
  const { call } = await newCustomer(suite, { monthlyLeads: 1 });
  const hookFor = (event: string) => addEndpoint(suite, call, { format: 'slack', events: [event] });
  const textOf = async (hook: Endpoint, count = 1): Promise<string> => (await nextOf(hook, count)).body.text;
  const outcome = await hookFor('lead.outcome');
  const threshold = await hookFor('usage.threshold');
  const imported = await hookFor('import.finished');

  const { lead_id, data } = (await call('/api/webhook.php', makeLead())).body;
  await call(`/api/leads/${lead_id}/outcome`, { outcome: 'won', amount: 1200 });
  expect(await textOf(outcome)).toBe(`:tada: Won: a ${data.grade} lead with ${data.score} points, 1200`);
  await threshold.receiver.untilAccepted(2);
  expect(threshold.receiver.accepted.map(({ body }) => body.text).toSorted()).toEqual([
    "You have used 100% of this month's plan: 1 of 1 leads.",
    "You have used 80% of this month's plan: 1 of 1 leads.",
  ]);
  await importFile(call, '<!here> & old.csv');
  expect(await textOf(imported)).toMatch(
    /^Import &lt;!here&gt; &amp; old\.csv stopped: 0 leads stored, 0 rows rejected\.$/,
  );
  await call(`${outcome.path}/test`, {});
  expect(await textOf(outcome, 2)).toContain('This is a test from Leadline.');
});

const importFile = (call: Caller, name: string) =>
  call(`/api/imports?start=true&file_name=${encodeURIComponent(name)}`, 'email\nzoe@acme.com\n', {
    headers: { 'Content-Type': 'text/csv' },
  });
