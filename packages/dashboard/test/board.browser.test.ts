// The board of leads in progress: the same leads and keys as the list.

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { type Owner, type PageOptions, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

const column = (page: Page, name: string): Locator => page.getByRole('rowgroup', { name, exact: true });
const cards = (page: Page, name: string): Promise<string[]> =>
  column(page, name).locator('[data-lead]').getByRole('link').allTextContents();
const activeName = async (page: Page): Promise<string> =>
  (await page.locator('[data-lead][data-active]').getByRole('link').textContent()) ?? '';

async function openInbox(options: PageOptions = {}): Promise<{ page: Page; owner: Owner; ids: string[] }> {
  const page = await suite.newPage(options);
  const owner = await suite.signUpOwner(page);
  const ids: string[] = [];
  for (const [name, status] of [
    ['Ana Lopez', 'contacted'],
    ['Bo Berg', 'contacted'],
    ['Cy Young', 'qualified'],
    ['Di Bell', 'new'],
  ] as const) {
    const leadId = await suite.postLead(owner, { name });
    await owner.person.call(`/api/leads/${leadId}`, { status }, { method: 'PATCH' });
    ids.push(leadId);
  }
  await page.goto('/inbox?tab=in_progress');
  await page.getByRole('grid', { name: 'Leads' }).waitFor();
  return { page, owner, ids };
}

test('one key turns the list into a board, where every key of the list works', async () => {
  const { page, owner, ids } = await openInbox();
  await page.keyboard.press('v');
  await page.getByRole('grid', { name: 'Board' }).waitFor();
  expect(await cards(page, 'Contacted')).toEqual(['Ana Lopez', 'Bo Berg']);
  expect(await cards(page, 'Qualified')).toEqual(['Cy Young']);
  await checkAxe(page);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  expect(await activeName(page)).toBe('Bo Berg');
  await page.keyboard.press('ArrowRight');
  expect(await activeName(page)).toBe('Cy Young');
  await page.keyboard.press('ArrowLeft');
  expect(await activeName(page)).toBe('Ana Lopez');

  await page.keyboard.press('s');
  const menu = page.getByRole('dialog', { name: 'Status of Ana Lopez' });
  await menu.getByRole('option', { name: 'Qualified', exact: true }).click();
  await expect.poll(() => cards(page, 'Qualified')).toEqual(['Ana Lopez', 'Cy Young']);
  await page.getByText('Ana Lopez marked as qualified.').waitFor();
  await page.keyboard.press('u');
  await expect.poll(() => cards(page, 'Contacted')).toEqual(['Ana Lopez', 'Bo Berg']);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('p');
  await page.getByRole('option', { name: /^Tomorrow morning/ }).click();
  // What is due first comes first.
  await expect.poll(async () => (await cards(page, 'Contacted')).length).toBe(2);
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selected leads' }).getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  const active = await activeName(page);
  await page.keyboard.press('w');
  await page.getByRole('dialog', { name: `Mark ${active} as won` }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await cards(page, 'Contacted')).length).toBe(1);
  await expect
    .poll(async () => {
      const leads = await Promise.all(ids.map((id) => owner.person.call(`/api/leads/${id}`)));
      return leads.filter(({ body }) => body.data.status === 'won').length;
    })
    .toBe(1);

  await page.keyboard.press('v');
  await page.getByRole('grid', { name: 'Leads' }).waitFor();
});

test('the board is kept in the URL and its cards open leads', async () => {
  const { page, ids } = await openInbox();
  await page.getByText('Board', { exact: true }).click();
  await expect.poll(() => page.url()).toContain('view=board');
  await page.reload();
  await column(page, 'Qualified').getByText('Cy Young').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/leads/${ids[0]}*`);
  await page.getByRole('heading', { name: 'Ana Lopez' }).waitFor();
  await page.keyboard.press('b');
  await page.getByRole('grid', { name: 'Board' }).waitFor();
  // Other lists have no board.
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByRole('grid', { name: 'Leads' }).waitFor();
  expect(page.url()).not.toContain('view=board');
});

test('on a phone, in the dark, the columns are below each other, and viewers change nothing', async () => {
  const { page, owner } = await openInbox({ width: 390, height: 844, colorScheme: 'dark' });
  await page.goto('/inbox?tab=in_progress&view=board');
  const first = await column(page, 'Contacted').boundingBox();
  const second = await column(page, 'Qualified').boundingBox();
  expect(second?.y ?? 0).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0) - 1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await checkAxe(page);
  await suite.signIn(page, await suite.addMember(owner, 'viewer'));
  await page.reload();
  await column(page, 'Contacted').getByText('Ana Lopez').waitFor();
  expect(await page.getByRole('grid', { name: 'Board' }).getByRole('button').count()).toBe(0);
  await checkAxe(page);
});
