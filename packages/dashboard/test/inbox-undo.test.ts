// Taking an outcome back: everything is as it was, unless a colleague has decided meanwhile.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readPreviousOutcome } from '../src/outcomes/find-previous-outcomes.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

async function openInbox(path: string, ...names: string[]) {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const leadIds: string[] = [];
  for (const name of names) {
    const email = `${name.toLowerCase()}@acme.com`;
    leadIds.push(await suite.postLead(owner, { name, email, phone: '' }));
  }
  return { page, owner, leadIds, open: () => page.goto(path) };
}

async function outcomesOf({ person }: Owner, leadId = ''): Promise<Record<string, unknown>[]> {
  const { body } = await person.call(`/api/leads/${leadId}`);
  return body.data.history.filter(({ event }: { event: string }) => event === 'outcome');
}

async function decide({ person }: Owner, leadId = '', body: object): Promise<void> {
  expect((await person.call(`/api/leads/${leadId}/outcome`, body)).status).toBe(200);
}

/** All leads of the list, at once. */
async function loseAll(page: Page): Promise<void> {
  await page.getByLabel('Select all leads that are loaded').check();
  await page.getByRole('region', { name: 'Selected leads' }).getByRole('button', { name: 'Lost' }).click();
  await page.getByLabel('Reason').fill('Too small');
  await page.keyboard.press('Enter');
}

test('an outcome that is undone has its amount, reason and moment again', async () => {
  const { page, owner, leadIds, open } = await openInbox('/inbox?outcome=all', 'Wanda', 'Olga');
  const won = { outcome: 'won', at: '2026-01-02T03:04:05.000Z', amount: 1500.5, reason: 'Best price' };
  await decide(owner, leadIds[0], won);
  await open();
  await page.getByRole('row', { name: /^Wanda,/ }).waitFor();
  await loseAll(page);
  await page.getByText('2 leads marked as lost.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Wanda marked as won.').waitFor();
  await page.getByText('Olga open again.').waitFor();
  expect((await outcomesOf(owner, leadIds[0])).at(-1)).toMatchObject(won);
  expect((await outcomesOf(owner, leadIds[1])).at(-1)).toMatchObject({ outcome: 'open', reason: null });
});

test('what a colleague decided meanwhile stays, and it is said', async () => {
  const { page, owner, leadIds, open } = await openInbox('/inbox', 'Wanda', 'Olga');
  await open();
  await page.getByRole('row', { name: /^Wanda,/ }).waitFor();
  await loseAll(page);
  await page.getByText('2 leads marked as lost.').waitFor();
  await decide(owner, leadIds[0], { outcome: 'won', amount: 10 });
  await page.keyboard.press('u');
  await page.getByText('Not undone: Wanda has another outcome by now and keeps it.').waitFor();
  await page.getByText('Olga open again.').waitFor();
  expect((await outcomesOf(owner, leadIds[0])).at(-1)).toMatchObject({ outcome: 'won', amount: 10 });
});

test('once the message is gone, the key undoes nothing', async () => {
  const { page, owner, leadIds, open } = await openInbox('/inbox', 'Wanda', 'Olga');
  await open();
  await page.getByRole('row', { name: /^Wanda,/ }).waitFor();
  await loseAll(page);
  const message = page.getByRole('alert').filter({ hasText: '2 leads marked as lost.' });
  await message.waitFor();
  await message.getByRole('button').last().click();
  await message.waitFor({ state: 'detached' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.keyboard.press('u');
  await page.waitForTimeout(500);
  expect(asked.filter((url) => url.includes('/api/leads/'))).toEqual([]);
  expect(await outcomesOf(owner, leadIds[0])).toHaveLength(1);
});

describe('what is before the last outcome', () => {
  const record = (
    outcome: 'open' | 'won' | 'lost',
    amount: number | null = null,
    reason: string | null = null,
  ) =>
    ({
      event: 'outcome',
      outcome,
      at: '2026-01-02T03:04:05Z',
      recorded_at: '',
      recorded_by: null,
      amount,
      reason,
    }) as const;

  test('of a lead nobody had decided is open', () => {
    expect(readPreviousOutcome([record('won', 0.13)], { outcome: 'won', amount: 0.125 })).toEqual({
      outcome: 'open',
    });
  });

  test('is all that was said of it', () => {
    expect(readPreviousOutcome([record('won', 7), record('lost')], { outcome: 'lost' })).toEqual({
      outcome: 'won',
      at: '2026-01-02T03:04:05Z',
      amount: 7,
    });
  });

  test.each([
    ['another outcome', [record('lost'), record('won')]],
    ['another reason', [record('lost'), record('lost', null, 'Too late')]],
    ['the same once more', [record('lost'), record('lost')]],
    ['opened again', [record('lost'), record('open')]],
  ])('is not ours to bring back after a colleague’s: %s', (_, history) => {
    expect(readPreviousOutcome(history, { outcome: 'lost' })).toBeNull();
  });
});
