// What a rep plans to do next about a lead, and logs when it is done: on the page of the lead and in the list.

import type { LeadDetail } from '@leadline/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { type Owner, type PageOptions, useBrowserSuite } from './support/suite.ts';
import { XSS_PAYLOADS as PAYLOADS } from './xss-payloads.ts';

const suite = useBrowserSuite();

const HOUR_MS = 60 * 60_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const header = (page: Page): Locator => page.locator('header').filter({ has: page.getByRole('heading') });
const getLead = async ({ person }: Owner, leadId: string): Promise<LeadDetail['data']> =>
  (await person.call(`/api/leads/${leadId}`)).body.data;
const patch = ({ person }: Owner, leadId: string, body: object) =>
  person.call(`/api/leads/${leadId}`, body, { method: 'PATCH' });
const names = (page: Page): Promise<string[]> =>
  page.locator('[data-lead]').getByRole('link').filter({ hasText: /./ }).allTextContents();

async function openLead(options: PageOptions = {}) {
  const page = await suite.newPage(options);
  const owner = await suite.signUpOwner(page);
  const leadId = await suite.postLead(owner, { name: 'Ana Lopez', phone: '+44 20 7946 0123' });
  await page.goto(`/leads/${leadId}`);
  return { page, owner, leadId };
}

test('a call is planned, made without an answer and planned again, by keyboard alone', async () => {
  const { page, owner, leadId } = await openLead();
  await page.getByRole('button', { name: 'Plan next step' }).waitFor();
  await page.keyboard.press('p');
  const menu = page.getByRole('dialog', { name: 'Plan next step' });
  await menu.getByRole('option', { name: /^Tomorrow morning/ }).waitFor();
  await checkAxe(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(async () => (await getLead(owner, leadId)).next_activity?.kind).toBe('call');
  await header(page)
    .getByText(/^Next step: Call /)
    .waitFor();

  await page.keyboard.press('n');
  await page.keyboard.type(PAYLOADS[0] ?? '<b>');
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  await page.getByRole('option', { name: 'Call: no answer' }).waitFor();
  await checkAxe(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Status: Contacted' }).waitFor();
  await page.getByText('Called: no answer', { exact: true }).waitFor();
  const { timeline, next_activity, status } = await getLead(owner, leadId);
  expect({ next_activity, status }).toEqual({ next_activity: null, status: 'contacted' });
  expect(timeline).toContainEqual(
    expect.objectContaining({ event: 'done', kind: 'call', result: 'no_answer', note: PAYLOADS[0] }),
  );
  expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('');

  await page.getByRole('button', { name: 'Plan next step' }).click();
  await menu.getByText('Meeting').click();
  await menu.getByRole('option', { name: 'Pick a date…' }).click();
  await menu.getByLabel('Date and time').fill('2031-03-04T15:30');
  await menu.getByRole('button', { name: 'Plan' }).click();
  await expect
    .poll(async () => (await getLead(owner, leadId)).next_activity)
    .toEqual({ kind: 'meeting', at: '2031-03-04T15:30:00.000Z' });
  await page.getByText(/: planned for Ana Lopez\.$/).waitFor();
  await page.keyboard.press('u');
  await expect.poll(async () => (await getLead(owner, leadId)).next_activity).toBeNull();
});

test('leads in progress start with the overdue ones, and the others ask for a plan', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  for (const [name, hours] of [
    ['Unplanned Una', null],
    ['Later Leo', 50],
    ['Overdue Ola', -3],
  ] as const) {
    const leadId = await suite.postLead(owner, { name });
    const next_activity = hours === null ? null : { kind: 'call', at: inHours(hours) };
    await patch(owner, leadId, { status: 'contacted', next_activity });
  }
  await page.goto('/inbox?tab=in_progress');
  await expect.poll(() => names(page)).toEqual(['Overdue Ola', 'Later Leo', 'Unplanned Una']);
  await page.getByText(/^Overdue: call, /).waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Plan the next step' }).click();
  const menu = page.getByRole('dialog', { name: 'Next step for Unplanned Una' });
  await menu.getByRole('option', { name: /^Tomorrow morning/ }).click();
  await expect.poll(() => names(page)).toEqual(['Overdue Ola', 'Unplanned Una', 'Later Leo']);
  // Another order still works, and is kept in the URL.
  await page.getByRole('button', { name: 'Received' }).click();
  await expect.poll(() => page.url()).toContain('sort=newest');
});

test('on a phone, in the dark, the answers after a call and the plan fit', async () => {
  const { page, owner, leadId } = await openLead({ width: 390, height: 844, colorScheme: 'dark' });
  const bar = page.getByRole('region', { name: 'Contact this lead' });
  const call = bar.getByRole('link', { name: 'Call' });
  // There is no dialer here, and following the link would keep the page busy.
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await call.click();
  await checkAxe(page);
  await bar.getByRole('button', { name: 'Wrong number' }).click();
  await page.getByText('Called: wrong number', { exact: true }).waitFor();
  // There may be an email: the lead is still to do.
  expect(await getLead(owner, leadId)).toMatchObject({ status: 'new' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Plan next step' }).click();
  await page.getByRole('option', { name: /^In a week/ }).waitFor();
  await checkAxe(page);
});
