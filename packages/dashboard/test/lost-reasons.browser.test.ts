// Why leads are lost: the list that owners keep, the dialog that offers it and the breakdown in Insights.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { type PageOptions, useBrowserSuite } from './support/suite.ts';
import { XSS_PAYLOADS as PAYLOADS } from './xss-payloads.ts';

const suite = useBrowserSuite();
const HOSTILE = (PAYLOADS[0] ?? '<b>').slice(0, 60);

async function openInbox(options: PageOptions = {}) {
  const page = await suite.newPage(options);
  const owner = await suite.signUpOwner(page);
  const leadIds: string[] = [];
  for (const name of ['Ana Lopez', 'Bo Berg', 'Cy Young'])
    leadIds.push(await suite.postLead(owner, { name, email: `${name.slice(0, 2)}@acme.com`.toLowerCase() }));
  await page.goto('/inbox');
  await page.getByRole('img', { name: /^Live/ }).waitFor();
  return { page, owner, leadIds };
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Mark ${name} as lost` });

test('owners keep the list, the dialog offers it, and Insights counts it', async () => {
  const { page, owner, leadIds } = await openInbox();
  await page.goto('/settings/business');
  const field = page.getByLabel('Reasons, one on each line');
  expect(await field.inputValue()).toContain('Price\nNo budget');
  await field.fill('Price\nprice');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“price” is there twice').waitFor();
  await checkAxe(page);
  await field.fill(`Too small\n${HOSTILE}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();

  await page.goto('/inbox');
  for (const name of ['Ana Lopez', 'Bo Berg']) {
    await page.getByRole('row', { name: new RegExp(`^${name},`) }).hover();
    await page.getByRole('button', { name: `Mark ${name} as lost` }).click();
    const choices = dialog(page, name);
    await choices.getByRole('button', { name: 'Too small' }).click();
    expect(await choices.getByLabel('Reason (optional)').inputValue()).toBe('Too small');
    await checkAxe(page);
    await choices.getByRole('button', { name: 'Mark as lost' }).click();
    await choices.waitFor({ state: 'detached' });
  }
  const { body } = await owner.person.call(`/api/leads/${leadIds[0]}`);
  expect(body.data.history.at(-1)).toMatchObject({ outcome: 'lost', reason: 'Too small' });
  // Other reasons can still be written, and the chosen one be taken back.
  await page.getByRole('row', { name: /^Cy Young,/ }).click();
  await page.getByRole('heading', { name: 'Cy Young' }).waitFor();
  await page.keyboard.press('l');
  const last = dialog(page, 'Cy Young');
  await last.getByRole('button', { name: HOSTILE }).click();
  await last.getByRole('button', { name: HOSTILE, pressed: true }).click();
  await last.getByLabel('Reason (optional)').fill('Moved to Mars');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Status: Lost' }).waitFor();

  await page.goto('/insights');
  const panel = page.getByRole('region', { name: 'Lost reasons' });
  await expect
    .poll(async () => (await panel.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual(['Too small', 'Other reasons']);
  await checkAxe(page);
  await panel.getByRole('button', { name: 'Table: Lost reasons' }).click();
  await panel.getByRole('row', { name: 'Too small 2 67%' }).waitFor();
});

test('on a phone, in the dark, the reasons fit the dialog', async () => {
  const { page } = await openInbox({ width: 390, height: 844, colorScheme: 'dark' });
  await page.getByRole('row', { name: /^Ana Lopez,/ }).click();
  await page.getByRole('heading', { name: 'Ana Lopez' }).waitFor();
  await page.keyboard.press('l');
  await dialog(page, 'Ana Lopez').getByRole('button', { name: 'Price' }).waitFor();
  await checkAxe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
