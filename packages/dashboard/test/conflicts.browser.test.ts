// Two people change the same lead: nobody overwrites what a colleague did a moment ago, whichever way they change it.

import type { LeadDetail } from '@leadline/contract';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { type Owner, type Person, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

const CONFLICT = { tolerates: [/status of 409/] };
const SPAM = {
  message:
    'We offer SEO services at the best price. Our agency can get your website to the first page of Google. Reply for our packages.',
};

interface Shared {
  /** Of Ana, with what was on screen before Bo did anything. */
  readonly page: Page;
  readonly owner: Owner;
  readonly bo: Person;
  readonly leadIds: readonly string[];
  readonly first: string;
}

/** Without live updates, so that what is on screen stays old. */
async function share(...leads: readonly Readonly<Record<string, unknown>>[]): Promise<Shared> {
  const page = await suite.newPage(CONFLICT);
  const owner = await suite.signUpOwner(page);
  const bo = await suite.addMember(owner, 'rep');
  await bo.call('/api/auth/update-user', { name: 'Bo Berg' });
  const leadIds: string[] = [];
  for (const lead of leads)
    leadIds.push(
      await suite.postLead(owner, { phone: '', email: `${leads.indexOf(lead)}@acme.com`, ...lead }),
    );
  // Never answered.
  await page.route(/\/api\/live/, () => {});
  return { page, owner, bo, leadIds, first: leadIds[0] ?? '' };
}

async function openInbox(page: Page, name: string, path = '/inbox'): Promise<void> {
  await page.goto(path);
  await rowOf(page, name).waitFor();
}

async function openLead(page: Page, leadId: string): Promise<void> {
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: /^Status: / }).waitFor();
}

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name},`) });
const names = (page: Page): Promise<string[]> =>
  page.locator('[data-lead]').getByRole('link').filter({ hasText: /./ }).allTextContents();
const messageWith = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text });
const change = (person: Person, leadId: string, body: object) =>
  person.call(`/api/leads/${leadId}`, body, { method: 'PATCH' });

async function leadOf({ person }: Owner, leadId: string): Promise<LeadDetail['data']> {
  return (await person.call(`/api/leads/${leadId}`)).body.data;
}

const HANA = { name: 'Hana Ito' };
const CARL = { name: 'Carl Dietz' };
const CONTACTED = 'Bo Berg marked Hana Ito as contacted a moment ago. Your change was not saved.';

describe('a key pressed on an outdated list', () => {
  test.each([
    ['w', 'won'],
    ['l', 'lost'],
  ] as const)(
    '%s tells who was faster, shows the lead as it is, and can be applied anyway',
    async (key, status) => {
      const { page, owner, bo, first } = await share(HANA, CARL);
      await openInbox(page, 'Hana Ito', '/inbox?tab=all');
      await change(bo, first, { status: 'contacted' });
      await rowOf(page, 'Hana Ito').hover();
      await page.keyboard.press('j');
      while ((await page.locator('[role=row][data-active]').getAttribute('data-lead')) !== first)
        await page.keyboard.press('j');
      await page.keyboard.press(key);
      await page.getByRole('dialog', { name: `Mark Hana Ito as ${status}` }).waitFor();
      await page.keyboard.press('Enter');
      await messageWith(page, CONTACTED).waitFor();
      await checkAxe(page);
      await rowOf(page, 'Hana Ito').getByRole('button', { name: 'Status of Hana Ito: Contacted' }).waitFor();
      expect(await leadOf(owner, first)).toMatchObject({ status: 'contacted' });

      await page.getByRole('button', { name: 'Apply anyway' }).click();
      await page.getByText(`Hana Ito marked as ${status}.`).waitFor();
      expect(await leadOf(owner, first)).toMatchObject({ status });
      await page.keyboard.press('u');
      await page.getByText('Change to Hana Ito undone.').waitFor();
      expect(await leadOf(owner, first)).toMatchObject({ status: 'contacted', outcome: 'open' });
    },
  );

  test('c keeps the colleague’s change if so wanted, and asks nothing if both did the same', async () => {
    const { page, owner, bo, first } = await share(HANA);
    await openInbox(page, 'Hana Ito');
    await change(bo, first, { status: 'qualified', assignee: null });
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    const message = messageWith(
      page,
      'Bo Berg marked Hana Ito as qualified a moment ago. Your change was not saved.',
    );
    await message.getByRole('button', { name: 'Keep as is' }).click();
    await message.waitFor({ state: 'detached' });
    expect(await leadOf(owner, first)).toMatchObject({ status: 'qualified' });

    await openInbox(page, 'Hana Ito', '/inbox?tab=all');
    await change(bo, first, { status: 'contacted' });
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    const settled = messageWith(page, 'Bo Berg marked Hana Ito as contacted a moment ago.');
    await settled.waitFor();
    expect(await settled.getByRole('button', { name: 'Apply anyway' }).count()).toBe(0);
    expect(await settled.innerText()).not.toContain('not saved');
  });

  test('one after the other, keys don’t conflict with each other', async () => {
    const { page, owner, first } = await share(HANA);
    await openInbox(page, 'Hana Ito', '/inbox?tab=all');
    await page.route(`**/api/leads/${first}`, async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.keyboard.press('s');
    await page.getByRole('option', { name: 'Qualified', exact: true }).click();
    await page.getByText('Hana Ito marked as qualified.').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Nobody' }).click();
    await page.getByText('Hana Ito unassigned.').waitFor();
    expect(await leadOf(owner, first)).toMatchObject({ status: 'qualified', assignee: null });
    expect(await page.getByText('Your change was not saved.').count()).toBe(0);
  });
});

describe('a change of several leads', () => {
  test('skips those a colleague has changed, says which, and can be applied to them, too', async () => {
    const { page, owner, bo, leadIds } = await share(HANA, CARL, { name: 'Uma Rao' });
    const [hana = '', carl = '', uma = ''] = leadIds;
    await openInbox(page, 'Hana Ito');
    await change(bo, hana, { status: 'contacted' });
    await change(bo, carl, { snoozed_until: '2031-01-01T09:00:00Z' });
    await page.getByLabel('Select all loaded leads').check();
    await page.getByRole('region', { name: 'Selected leads' }).getByRole('button', { name: 'Lost' }).click();
    await page.getByLabel('Reason').fill('Too small');
    await page.keyboard.press('Enter');
    await page.getByText('Uma Rao marked as lost.').waitFor();
    const message = messageWith(page, 'Your change was not saved.');
    await message.getByText(/Bo Berg marked Hana Ito as contacted a moment ago\./).waitFor();
    await message.getByText(/Bo Berg snoozed Carl Dietz a moment ago\./).waitFor();
    await expect.poll(() => names(page)).toEqual([]);
    expect(await leadOf(owner, hana)).toMatchObject({ status: 'contacted' });
    expect(await leadOf(owner, uma)).toMatchObject({ status: 'lost' });

    await message.getByRole('button', { name: 'Apply anyway' }).click();
    await page.getByText('2 leads marked as lost.').waitFor();
    for (const id of [hana, carl]) {
      const { status, history } = await leadOf(owner, id);
      expect(status).toBe('lost');
      expect(history.at(-1)).toMatchObject({ reason: 'Too small' });
    }
    await page.keyboard.press('u');
    await page.getByText('Change to 2 leads undone.').waitFor();
    expect(await leadOf(owner, carl)).toMatchObject({
      outcome: 'open',
      snoozed_until: '2031-01-01T09:00:00.000Z',
    });
  });

  test('does so for a status and an assignee', async () => {
    const { page, owner, bo, leadIds } = await share(HANA, CARL);
    const [hana = '', carl = ''] = leadIds;
    await openInbox(page, 'Hana Ito');
    await change(bo, hana, { status: 'contacted' });
    await page.getByLabel('Select all loaded leads').check();
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Ana Lopez (you)' }).click();
    await page.getByText('Carl Dietz assigned to you.').waitFor();
    await messageWith(page, CONTACTED).waitFor();
    const { assignee } = await leadOf(owner, carl);
    expect((await leadOf(owner, hana)).assignee).not.toBe(assignee);
  });
});

describe('the page of a lead', () => {
  test.each([
    ['w', 'won'],
    ['l', 'lost'],
  ] as const)('keeps what a colleague did before %s was pressed', async (key, status) => {
    const { page, owner, bo, first } = await share(HANA);
    await openLead(page, first);
    await change(bo, first, { status: 'contacted' });
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name: `Mark Hana Ito as ${status}` }).waitFor();
    await page.keyboard.press('Enter');
    await messageWith(page, CONTACTED).waitFor();
    await page.getByRole('button', { name: 'Status: Contacted' }).waitFor();
    expect(await leadOf(owner, first)).toMatchObject({ status: 'contacted' });
    await page.getByRole('button', { name: 'Apply anyway' }).click();
    await page.getByRole('button', { name: `Status: ${status === 'won' ? 'Won' : 'Lost'}` }).waitFor();
    expect(await leadOf(owner, first)).toMatchObject({ status });
  });

  test('keeps what a colleague did while the deal value was typed in', async () => {
    const { page, owner, bo, first } = await share(HANA);
    await openLead(page, first);
    await page.keyboard.press('w');
    await page.getByRole('dialog').getByLabel('Deal value').fill('900');
    await bo.call(`/api/leads/${first}/outcome`, { outcome: 'lost', reason: 'No budget' });
    await page.keyboard.press('Enter');
    await messageWith(
      page,
      'Bo Berg marked Hana Ito as lost a moment ago. Your change was not saved.',
    ).waitFor();
    await page.getByRole('button', { name: 'Status: Lost' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await leadOf(owner, first)).toMatchObject({ status: 'lost' });
    await page.getByRole('button', { name: 'Apply anyway' }).click();
    await page.getByRole('button', { name: 'Status: Won' }).waitFor();
    expect((await leadOf(owner, first)).history.at(-1)).toMatchObject({ outcome: 'won', amount: 900 });

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change to Hana Ito undone.').waitFor();
    expect((await leadOf(owner, first)).history.at(-1)).toMatchObject({
      outcome: 'lost',
      reason: 'No budget',
    });
  });

  test('keeps the note of a refused change until it is applied anyway', async () => {
    const { page, owner, bo, first } = await share(HANA);
    await openLead(page, first);
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Left a message');
    await change(bo, first, { assignee: null, snoozed_until: '2031-01-01T09:00:00Z' });
    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await messageWith(page, 'Bo Berg snoozed Hana Ito a moment ago. Your change was not saved.').waitFor();
    expect(await note.inputValue()).toBe('Left a message');
    await page.getByRole('button', { name: 'Apply anyway' }).click();
    await expect.poll(() => note.inputValue()).toBe('');
    expect((await leadOf(owner, first)).timeline.find(({ event }) => event === 'status')).toMatchObject({
      status: 'contacted',
      note: 'Left a message',
    });
  });

  test('saves a note whatever others have done meanwhile, because it replaces nothing', async () => {
    const { page, owner, bo, first } = await share(HANA);
    await openLead(page, first);
    await change(bo, first, { status: 'contacted' });
    await page.getByRole('textbox', { name: 'Note' }).fill('Prefers email');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Note saved.').waitFor();
    expect(await leadOf(owner, first)).toMatchObject({ status: 'contacted' });
  });

  test('refuses to undo once a colleague has gone on from there', async () => {
    const { page, owner, bo, first } = await share(HANA);
    await openLead(page, first);
    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await page.getByText('Hana Ito marked as contacted.').waitFor();
    await change(bo, first, { status: 'qualified' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await messageWith(
      page,
      'Bo Berg marked Hana Ito as qualified a moment ago. Your change was not undone.',
    ).waitFor();
    await page.getByRole('button', { name: 'Status: Qualified' }).waitFor();
    expect(await leadOf(owner, first)).toMatchObject({ status: 'qualified' });
  });

  test('lets the palette change only what is on screen', async () => {
    const { page, owner, bo, first } = await share(HANA);
    await openLead(page, first);
    await change(bo, first, { status: 'contacted' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('mark as qualified');
    await page.keyboard.press('Enter');
    await messageWith(page, CONTACTED).waitFor();
    expect(await leadOf(owner, first)).toMatchObject({ status: 'contacted' });
  });

  test('asks before a lead is rescued from spam that a colleague has closed', async () => {
    const { page, owner, bo, first } = await share({ ...HANA, ...SPAM });
    await openLead(page, first);
    await bo.call(`/api/leads/${first}/outcome`, { outcome: 'lost' });
    await page.getByRole('button', { name: 'Not spam' }).click();
    await messageWith(
      page,
      'Bo Berg marked Hana Ito as lost a moment ago. Your change was not saved.',
    ).waitFor();
    expect(await leadOf(owner, first)).toMatchObject({ not_spam: false, status: 'lost' });
    await page.getByRole('button', { name: 'Apply anyway' }).click();
    await page.getByText('You said it isn’t spam.').waitFor();
    expect(await leadOf(owner, first)).toMatchObject({ not_spam: true });
  });
});
