// Settings → Routing: rules, their order, the preview, and two owners at once.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { setScriptTrap } from './support/script-trap.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';
import { XSS_PAYLOADS } from './xss-payloads.ts';

const suite = useBrowserSuite({ withWorker: true });

const names = (page: Page): Promise<string[]> =>
  page
    .getByRole('list', { name: 'Rules' })
    .locator('[data-key] button[aria-label^="Edit"]')
    .evaluateAll((buttons) =>
      buttons.map((button) => (button.getAttribute('aria-label') ?? '').replace('Edit ', '')),
    );

const routingOf = async ({ person }: Owner) => (await person.call('/api/routing')).body.data;
const teamOf = async ({ person }: Owner): Promise<{ user_id: string; name: string; role: string }[]> =>
  (await person.call('/api/team')).body.data;

async function saveRules({ person }: Owner, rules: readonly object[]): Promise<void> {
  const { version } = (await person.call('/api/routing')).body.data;
  const { status } = await person.call('/api/routing', { version, rules }, { method: 'PUT' });
  expect(status).toBe(200);
}

async function addRule(
  page: Page,
  name: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('an owner adds rules, tries them, puts them in order by keyboard and saves them', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await suite.addMember(owner, 'rep');
  const team = await teamOf(owner);
  const rep = team.find(({ role }) => role === 'rep');
  await suite.postLead(owner, { source: 'bing', email: 'a@acme.com', phone: '+4930901820' });
  await suite.postLead(owner, { source: 'google', email: 'b@acme.com', custom_fields: { Region: 'North' } });
  await page.goto('/settings/routing');
  await page.getByRole('heading', { name: 'New leads are not assigned yet' }).waitFor();
  await checkAxe(page);

  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Enter a name').waitFor();
  await dialog.getByText('Choose at least one person').waitFor();
  await checkAxe(page);
  await page.keyboard.press('Escape');

  await addRule(page, 'Everyone else', async (form) => {
    for (const { user_id } of team) await form.locator(`input[value="${user_id}"]`).check();
  });
  await addRule(page, 'Bing', async (form) => {
    await form.locator(`input[value="${rep?.user_id}"]`).check();
    await form.getByLabel('Source', { exact: true }).first().fill('bing');
    await page.keyboard.press('Enter');
  });
  const rule = page.locator('[data-key]').filter({ hasText: 'Bing' });
  await rule.getByText('Source is bing').waitFor();
  await rule.getByText('Never reached').waitFor();
  await page.getByRole('button', { name: 'Move Bing up' }).focus();
  await page.keyboard.press('Enter');
  expect(await names(page)).toEqual(['Bing', 'Everyone else']);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Move Bing down');
  expect(await page.getByText('Never reached').count()).toBe(0);
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('2 leads of the last seven days').waitFor();
  await expect
    .poll(() => preview.getByRole('listitem').filter({ hasText: 'Bing' }).first().textContent())
    .toContain('1 lead');
  expect((await routingOf(owner)).version).toBe(0);
  await checkAxe(page);

  await page.getByRole('button', { name: 'Save rules' }).click();
  await page.getByText('Saved. New leads are now assigned by these rules.').waitFor();
  const saved = await routingOf(owner);
  expect(saved).toMatchObject({
    version: 1,
    rules: [
      { name: 'Bing', when: { sources: ['bing'] }, assign_to: [rep?.user_id] },
      { name: 'Everyone else', when: {} },
    ],
  });
  const leadId = await suite.postLead(owner, { source: 'Bing', email: 'c@acme.com', phone: '' });
  await expect
    .poll(async () => (await owner.person.call(`/api/leads/${leadId}`)).body.data.assignee, {
      timeout: 60_000,
    })
    .toBe(rep?.user_id);
});

test('Enter in the country field chooses the first match, and text that was not chosen is refused', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const [me] = await teamOf(owner);
  await suite.postLead(owner, { source: 'google', email: 'a@acme.com', phone: '' });
  await page.goto('/settings/routing');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Neighbours');
  await dialog.locator(`input[value="${me?.user_id}"]`).check();
  await dialog.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'google' }).click();
  await page.getByRole('option', { name: 'google' }).waitFor({ state: 'hidden' });

  const country = dialog.getByRole('combobox', { name: 'Country' });
  await country.click();
  await page.keyboard.type('Germ');
  await page.keyboard.press('Enter');
  await expect.poll(() => country.inputValue()).toBe('');
  // Nothing is typed, so there is nothing to choose or submit.
  await page.keyboard.press('Enter');
  await page.keyboard.type('Austr');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Choose a country from the list, or clear the text').waitFor();
  expect(await country.inputValue()).toBe('Austr');
  await checkAxe(page);
  await country.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Country is Germany or Austria').waitFor();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Takes none of these leads.').waitFor();
});

test('of two owners who change the rules at the same time, the second is told and keeps nothing by accident', async () => {
  const page = await suite.newPage({ tolerates: [/status of 409/] });
  const owner = await suite.signUpOwner(page);
  const [me] = await teamOf(owner);
  await saveRules(owner, [{ name: 'Mine', when: {}, assign_to: [me?.user_id] }]);
  await page.goto('/settings/routing');
  await page.getByRole('button', { name: 'Remove Mine' }).click();
  await saveRules(owner, [{ name: 'Theirs', when: {}, assign_to: [me?.user_id] }]);
  await page.getByRole('button', { name: 'Save rules' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody else has changed the rules' });
  await alert.waitFor();
  expect(await routingOf(owner)).toMatchObject({ version: 2, rules: [{ name: 'Theirs' }] });
  await checkAxe(page);
  await alert.getByRole('button', { name: 'Load current rules' }).click();
  await expect.poll(() => names(page)).toEqual(['Theirs']);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a member who has left is marked, and reps can’t open the page', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const rep = await suite.addMember(owner, 'rep');
  const gone = (await teamOf(owner)).find(({ role }) => role === 'rep')?.user_id;
  await saveRules(owner, [{ name: 'All', when: {}, assign_to: [gone] }]);
  const repPage = await suite.newPage();
  await suite.signIn(repPage, rep);
  await repPage.goto('/settings/routing');
  await repPage.getByRole('heading', { name: 'Only owners and managers can open this page' }).waitFor();
  await repPage.close();
  await owner.person.call(`/api/members/${gone}`, undefined, { method: 'DELETE' });
  await page.goto('/settings/routing');
  await page.getByText('Skipped: everybody has left').waitFor();
});

test('names, sources and questions are shown as text', async () => {
  const page = await suite.newPage({ bypassCSP: true });
  const owner = await suite.signUpOwner(page);
  const trap = setScriptTrap(page, suite.url);
  const [me] = await teamOf(owner);
  const payloads = XSS_PAYLOADS.filter((text) => text.length <= 60 && text.trim() === text).slice(0, 20);
  await suite.postLead(owner, {
    name: payloads[0],
    source: payloads[1],
    custom_fields: { [payloads[2] ?? '']: 'x' },
  });
  await saveRules(
    owner,
    payloads.map((name) => ({
      name,
      when: { sources: [name], answer: { question: name, contains: name } },
      assign_to: [me?.user_id],
    })),
  );
  await page.goto('/settings/routing');
  await page.getByRole('list', { name: 'Rules' }).waitFor();
  expect(await names(page)).toEqual(payloads);
  await page.locator('button[aria-label^="Edit"]').first().click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await trap.expectNothing('routing');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`the page is accessible and fits at ${width} pixels (${colorScheme})`, async () => {
      const page = await suite.newPage({ colorScheme, width, height: 900 });
      const owner = await suite.signUpOwner(page);
      await suite.addMember(owner, 'rep');
      const people = (await teamOf(owner)).map(({ user_id }) => user_id);
      for (let index = 0; index < 6; index++)
        await suite.postLead(owner, {
          name: ['Ana Lopez', 'Bo Berg', 'Cy Young'][index % 3],
          email: `lead-${index}@acme.com`,
          source: index % 2 === 0 ? 'google' : 'facebook',
          phone: index === 0 ? '+4930901820' : '',
        });
      await saveRules(owner, [
        {
          name: 'Germany',
          when: { countries: ['DE', 'AT'], grades: ['Hot', 'Warm'] },
          assign_to: people.slice(0, 1),
        },
        {
          name: 'Large companies from Google',
          when: { sources: ['google', 'google ads'], company_sizes: ['large'] },
          assign_to: people,
        },
        { name: 'Everyone else', when: {}, assign_to: people },
      ]);
      await page.goto('/settings/routing');
      await page.getByText('6 leads of the last seven days').waitFor();
      await checkAxe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (process.env.PICTURES !== undefined)
        await page.screenshot({ path: `screenshots/routing-${width}-${colorScheme}.png`, fullPage: true });
      await page.getByRole('button', { name: 'Edit Germany' }).click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      await checkAxe(page);
      if (process.env.PICTURES !== undefined)
        await page.screenshot({ path: `screenshots/routing-rule-${width}-${colorScheme}.png` });
    });
  }
}

test('viewers are not offered, and a rule whose only person is one says so', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await suite.addMember(owner, 'rep');
  const rep = (await teamOf(owner)).find(({ role }) => role === 'rep');
  await saveRules(owner, [{ name: 'Theirs', when: {}, assign_to: [rep?.user_id] }]);
  await owner.person.call(`/api/members/${rep?.user_id}`, { role: 'viewer' }, { method: 'PATCH' });
  await page.goto('/settings/routing');
  await page.getByText('Skipped: viewers can’t work on leads').waitFor();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add', exact: true }).waitFor();
  expect(await dialog.locator(`input[value="${rep?.user_id}"]`).count()).toBe(0);
});

test('rules that are not saved yet are not lost by a click on a link', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const [me] = await teamOf(owner);
  await saveRules(owner, [{ name: 'Mine', when: {}, assign_to: [me?.user_id] }]);
  await page.goto('/settings/routing');
  await page.getByRole('button', { name: 'Remove Mine' }).click();
  const team = page.getByRole('link', { name: 'Team', exact: true });
  await team.click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Not saved yet').waitFor();
  await team.click();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL('**/settings/team');
  expect((await routingOf(owner)).rules).toHaveLength(1);
});
