// Undoing an outcome restores everything, unless a colleague has recorded another one since.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
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

async function recordOutcome({ person }: Owner, leadId = '', body: object): Promise<void> {
  expect((await person.call(`/api/leads/${leadId}/outcome`, body)).status).toBe(200);
}

async function markAllAsLost(page: Page): Promise<void> {
  await page.getByLabel('Select all loaded leads').check();
  await page.getByRole('region', { name: 'Selected leads' }).getByRole('button', { name: 'Lost' }).click();
  await page.getByLabel('Reason').fill('Too small');
  await page.keyboard.press('Enter');
}

test('undoing an outcome restores the previous amount, reason and time', async () => {
  const { page, owner, leadIds, open } = await openInbox('/inbox?outcome=all', 'Wanda', 'Olga');
  const won = { outcome: 'won', at: '2026-01-02T03:04:05.000Z', amount: 1500.5, reason: 'Best price' };
  await recordOutcome(owner, leadIds[0], won);
  await open();
  await page.getByRole('row', { name: /^Wanda,/ }).waitFor();
  await markAllAsLost(page);
  await page.getByText('2 leads marked as lost.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Change to 2 leads undone.').waitFor();
  expect((await outcomesOf(owner, leadIds[0])).at(-1)).toMatchObject(won);
  expect((await outcomesOf(owner, leadIds[1])).at(-1)).toMatchObject({ outcome: 'open', reason: null });
});

test('undo keeps an outcome that a colleague has recorded since, and says so', async () => {
  const { page, owner, leadIds, open } = await openInbox('/inbox', 'Wanda', 'Olga');
  await open();
  await page.getByRole('row', { name: /^Wanda,/ }).waitFor();
  await markAllAsLost(page);
  await page.getByText('2 leads marked as lost.').waitFor();
  await recordOutcome(owner, leadIds[0], { outcome: 'won', amount: 10 });
  await page.keyboard.press('u');
  await page.getByText('You marked Wanda as won a moment ago. Your change was not undone.').waitFor();
  await page.getByText('Change to Olga undone.').waitFor();
  expect((await outcomesOf(owner, leadIds[0])).at(-1)).toMatchObject({ outcome: 'won', amount: 10 });
});

test('once the notification is closed, the shortcut undoes nothing', async () => {
  const { page, owner, leadIds, open } = await openInbox('/inbox', 'Wanda', 'Olga');
  await open();
  await page.getByRole('row', { name: /^Wanda,/ }).waitFor();
  await markAllAsLost(page);
  const message = page.getByRole('alert').filter({ hasText: '2 leads marked as lost.' });
  await message.waitFor();
  await message.getByRole('button').last().click();
  await message.waitFor({ state: 'detached' });
  const changes: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && changes.push(request.url()));
  await page.keyboard.press('u');
  await page.waitForTimeout(500);
  expect(changes).toEqual([]);
  expect(await outcomesOf(owner, leadIds[0])).toHaveLength(1);
});
