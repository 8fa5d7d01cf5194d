// Getting through the to-do list: status, snooze, assignee, filters with counts, sorting, export and leads by hand.

import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { errorResponse } from './support/error-response.ts';
import { type Owner, type PageOptions, type Person, useBrowserSuite } from './support/suite.ts';

// The worker finds out the countries of leads.
const suite = useBrowserSuite({ withWorker: true });

const HOT = {
  budget: '$20k',
  message: 'We want to order 40 laptops by Friday, the budget is approved.',
};
const WARM = { message: 'Please send us a quote for chairs.' };
const COLD = { budget: '', phone: '', message: '', source: 'facebook' };

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name},`) });
/** Calling is a link, too, but without text. */
const names = (page: Page): Promise<string[]> =>
  page.locator('[data-lead]').getByRole('link').filter({ hasText: /./ }).allTextContents();
const tab = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selected leads' });

async function openInbox(
  leads: Readonly<Record<string, object>>,
  path = '/inbox',
  options: PageOptions = {},
): Promise<{ page: Page; owner: Owner; leadIds: Record<string, string> }> {
  const page = await suite.newPage(options);
  const owner = await suite.signUpOwner(page);
  const leadIds: Record<string, string> = {};
  for (const [name, lead] of Object.entries(leads)) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@acme.com`;
    leadIds[name] = await suite.postLead(owner, { name, email, phone: '', ...lead });
  }
  await page.goto(path);
  await page.getByRole('img', { name: /^Live/ }).waitFor();
  return { page, owner, leadIds };
}

/** What is on screen stays old. */
async function withoutLive(page: Page): Promise<void> {
  await page.route(/\/api\/live/, () => {}); // never answered
  await page.reload();
}

async function addBo(owner: Owner): Promise<Person> {
  const bo = await suite.addMember(owner, 'rep');
  await bo.call('/api/auth/update-user', { name: 'Bo Berg' });
  return bo;
}

const userIdOf = async (person: Person): Promise<string> =>
  (await person.call('/api/session')).body.data.user.user_id;

const leadOf = async ({ person }: Owner, leadId: string | undefined) =>
  (await person.call(`/api/leads/${leadId}`)).body.data;

const change = ({ person }: { person: Person }, leadId: string | undefined, body: object) =>
  person.call(`/api/leads/${leadId}`, body, { method: 'PATCH' });

describe('the status of a lead', () => {
  test('is set from the list; a contacted lead leaves the to-do list and comes back with Undo', async () => {
    const { page, owner, leadIds } = await openInbox({ 'Hot Hana': HOT, 'Cold Carl': COLD });
    await expect.poll(() => tab(page, 'To do').textContent()).toBe('To do2');
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByText('Hot Hana marked as contacted.').waitFor();
    await expect.poll(() => names(page)).toEqual(['Cold Carl']);
    await expect.poll(() => tab(page, 'In progress').textContent()).toBe('In progress1');
    expect(await leadOf(owner, leadIds['Hot Hana'])).toMatchObject({ status: 'contacted' });
    await page.keyboard.press('u');
    await page.getByText('Change to Hot Hana undone.').waitFor();
    await expect.poll(() => names(page)).toEqual(['Hot Hana', 'Cold Carl']);
    expect(await leadOf(owner, leadIds['Hot Hana'])).toMatchObject({ status: 'new', contacted_at: null });

    await page.keyboard.press('Home');
    await page.keyboard.press('s');
    const menu = page.getByRole('dialog', { name: 'Status of Hot Hana' });
    await menu.getByRole('option', { name: 'New', selected: true }).waitFor();
    await checkAxe(page);
    await menu.getByRole('option', { name: 'Qualified', exact: true }).click();
    await page.getByText('Hot Hana marked as qualified.').waitFor();
    await tab(page, 'In progress').click();
    await rowOf(page, 'Hot Hana').getByRole('button', { name: 'Status of Hot Hana: Qualified' }).click();
    await page.getByRole('option', { name: 'Won' }).click();
    await page.getByRole('dialog', { name: 'Mark Hot Hana as won' }).getByLabel('Deal value').fill('900');
    await page.keyboard.press('Enter');
    await page.getByText('No leads in progress').waitFor();
    expect(await leadOf(owner, leadIds['Hot Hana'])).toMatchObject({ status: 'won', outcome: 'won' });
  });

  test('that the server rejects is reverted with the reason, and can be tried again', async () => {
    const { page, owner, leadIds } = await openInbox({ 'Hot Hana': HOT, 'Cold Carl': COLD }, '/inbox', {
      tolerates: [/status of 503/],
    });
    await page.route(/api\/leads\/lead_\w+$/, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill(errorResponse('overloaded', 'too many requests are waiting'))
        : route.continue(),
    );
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByText('Change not saved').waitFor();
    await page.getByText('Too many requests are waiting.').waitFor();
    await expect.poll(() => names(page)).toEqual(['Hot Hana', 'Cold Carl']);
    expect(await leadOf(owner, leadIds['Hot Hana'])).toMatchObject({ status: 'new' });
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Hot Hana marked as contacted.').waitFor();
    await expect.poll(() => names(page)).toEqual(['Cold Carl']);
  });
});

describe('a menu of a row far down the list', () => {
  const MANY = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`Lead${n} Ng`, { ...COLD, phone: '' }]),
  );

  test('opens where the row is, and keeps the arrow keys to itself', async () => {
    const { page } = await openInbox(MANY);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const row = page.locator('[data-lead]').last();
    await row.waitFor();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(200);
    await row.getByRole('button', { name: /^Status/ }).click();
    const menu = page.getByRole('dialog', { name: /^Status of Lead/ });
    await menu.waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    const active = await page.locator('[role=row][data-active]').getAttribute('data-lead');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    expect(await page.locator('[role=row][data-active]').getAttribute('data-lead')).toBe(active);
    await page.keyboard.press('Enter');
    await page.getByText(/^Lead\d+ Ng marked as contacted/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/inbox');
  });
});

test('a snoozed lead leaves the list, says when it comes back, and comes back by itself', async () => {
  const { page, owner, leadIds } = await openInbox({ 'Hot Hana': HOT, 'Cold Carl': COLD });
  await page.keyboard.press('j');
  await page.keyboard.press('z');
  const menu = page.getByRole('dialog', { name: 'Snooze Hot Hana until' });
  await menu.getByRole('option', { name: /^Tomorrow morning/ }).waitFor();
  await checkAxe(page);
  await menu.getByRole('option', { name: /^Tomorrow morning/ }).click();
  await page.getByText(/^Hot Hana snoozed until .+ 09:00\./).waitFor();
  await expect.poll(() => names(page)).toEqual(['Cold Carl']);
  await tab(page, 'Snoozed').click();
  await rowOf(page, 'Hot Hana')
    .getByText(/^Snoozed until 09:00 /)
    .waitFor();

  await tab(page, 'To do').click();
  await expect.poll(() => names(page)).toEqual(['Cold Carl']);
  await page.mouse.move(0, 0);
  await change(owner, leadIds['Hot Hana'], { snoozed_until: new Date(Date.now() + 1_000).toISOString() });
  const listed = async () => (await owner.person.call('/api/leads?work=todo')).body.data.length;
  await expect.poll(listed).toBe(2);
  // Counts are refreshed every minute, and when anything happens.
  await suite.postLead(owner, { ...COLD, name: 'New Nora', email: 'nora@acme.com' });
  await expect.poll(() => names(page)).toContain('Hot Hana');
});

test('a snooze can end on any date, but not in the past', async () => {
  const { page, owner, leadIds } = await openInbox({ 'Hot Hana': HOT, 'Cold Carl': COLD });
  await rowOf(page, 'Hot Hana').hover();
  await page.getByRole('button', { name: 'Snooze Hot Hana' }).click();
  await page.getByRole('option', { name: 'Pick a date…' }).click();
  const field = page.getByLabel('Date and time');
  await field.fill('2020-01-01T09:00');
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  await page.getByText('Choose a time in the future.').waitFor();
  await checkAxe(page);
  await field.fill('2035-05-06T10:30');
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page)).toEqual(['Cold Carl']);
  // The row goes before the answer comes.
  await expect
    .poll(() => leadOf(owner, leadIds['Hot Hana']))
    .toMatchObject({ snoozed_until: '2035-05-06T10:30:00.000Z' });
});

describe('the assignee of leads', () => {
  test('is set for all selected leads, and everyone finds their own', async () => {
    const { page, owner, leadIds } = await openInbox({
      'Hot Hana': HOT,
      'Warm Wim': WARM,
      'Cold Carl': COLD,
    });
    const bo = await addBo(owner);
    await page.reload();
    await page.getByLabel('Select Hot Hana').check();
    await page.getByLabel('Select Cold Carl').check();
    await bar(page).getByRole('button', { name: 'Assign' }).click();
    await page
      .getByRole('dialog', { name: 'Assign 2 leads' })
      .getByRole('option', { name: 'Bo Berg' })
      .click();
    await page.getByText('2 leads assigned to Bo Berg.').waitFor();
    await rowOf(page, 'Hot Hana').getByRole('button', { name: 'Assign Hot Hana, now Bo Berg' }).waitFor();
    expect(await leadOf(owner, leadIds['Cold Carl'])).toMatchObject({ assignee: await userIdOf(bo) });
    await page.getByRole('button', { name: 'Unassigned' }).click();
    await expect.poll(() => names(page)).toEqual(['Warm Wim']);
    await checkAxe(page);

    const other = await suite.newPage();
    await suite.signIn(other, bo);
    await other.goto('/inbox');
    await other.getByRole('button', { name: 'My leads' }).click();
    await expect.poll(() => names(other)).toEqual(['Hot Hana', 'Cold Carl']);
    expect(new URL(other.url()).search).toBe('?assignee=me');
  });

  test('is not taken from a colleague who was a moment faster', async () => {
    const { page, owner, leadIds } = await openInbox({ 'Hot Hana': HOT, 'Cold Carl': COLD }, '/inbox', {
      tolerates: [/status of 409/],
    });
    const bo = await addBo(owner);
    await withoutLive(page);
    await rowOf(page, 'Hot Hana').waitFor();
    const bosId = await userIdOf(bo);
    await change({ person: bo }, leadIds['Hot Hana'], { assignee: bosId });
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Ana Lopez (you)' }).click();
    await page.getByText('Bo Berg took Hot Hana a moment ago. Your change was not saved.').waitFor();
    await rowOf(page, 'Hot Hana').getByRole('button', { name: 'Assign Hot Hana, now Bo Berg' }).waitFor();
    expect(await leadOf(owner, leadIds['Hot Hana'])).toMatchObject({ assignee: bosId });
  });

  test('changes for the rest if a colleague has taken one of several leads', async () => {
    const { page, owner, leadIds } = await openInbox({ 'Hot Hana': HOT, 'Cold Carl': COLD }, '/inbox', {
      tolerates: [/status of 409/],
    });
    const bo = await addBo(owner);
    await withoutLive(page);
    await page.getByLabel('Select all loaded leads').check();
    await change({ person: bo }, leadIds['Hot Hana'], { assignee: await userIdOf(bo) });
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Ana Lopez (you)' }).click();
    await page.getByText('Cold Carl assigned to you.').waitFor();
    await page.getByText(/^Bo Berg took Hot Hana a moment ago\./).waitFor();
    expect(await leadOf(owner, leadIds['Cold Carl'])).toMatchObject({
      assignee: await userIdOf(owner.person),
    });
  });
});

test('filters offer their values with counts, and are kept in the URL and in views', async () => {
  const { page, owner, leadIds } = await openInbox({
    'Hot Hana': { ...HOT, phone: '+442079460958', source: 'google' },
    'Warm Wim': { ...WARM, phone: '+4930901820', source: 'referral' },
    'Cold Carl': COLD,
  });
  await change(owner, leadIds['Cold Carl'], { status: 'contacted' });
  const countries = async (): Promise<string[]> =>
    (await owner.person.call('/api/leads/counts')).body.data.countries.map(
      ({ value }: { value: string }) => value,
    );
  await expect.poll(countries, { timeout: 30_000 }).toContain('DE');
  await page.goto('/inbox?tab=all');
  await page.getByRole('button', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Germany 1' }).click();
  await page.getByRole('option', { name: 'United Kingdom 1' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(['Hot Hana', 'Warm Wim']);
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByRole('combobox', { name: 'Find source…' }).fill('nothing like this');
  await page.getByText('Nothing found').waitFor();
  await page.getByRole('combobox', { name: 'Find source…' }).fill('goo');
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page)).toEqual(['Hot Hana']);
  await page.keyboard.press('Escape');
  const query = '?tab=all&source=google&country=DE%2CGB';
  expect(new URL(page.url()).search).toBe(query);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save these filters as').fill('Searches abroad');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete view Searches abroad' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter: Source: google' }).click();
  await page.getByRole('button', { name: 'Remove filter: Country: Germany' }).click();
  await page.getByRole('button', { name: 'Remove filter: Country: United Kingdom' }).click();
  await page.getByRole('button', { name: 'Status', exact: true }).first().click();
  await page.getByRole('option', { name: 'Contacted 1' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => names(page)).toEqual(['Cold Carl']);
  await page.goto(`/inbox${query}`);
  await expect.poll(() => names(page)).toEqual(['Hot Hana']);
  await page.getByRole('button', { name: 'Searches abroad' }).waitFor();
});

test('without counts the list still works', async () => {
  const page = await suite.newPage({ tolerates: [/status of 400/] });
  const owner = await suite.signUpOwner(page);
  await suite.postLead(owner, { name: 'Ana Lopez' });
  await page.route('**/api/leads/counts?*', (route) => route.fulfill(errorResponse('invalid_input')));
  await page.goto('/inbox');
  await rowOf(page, 'Ana Lopez').waitFor();
  await page.getByText('1 lead', { exact: true }).waitFor();
});

test('columns sort the list, and the priority is explained', async () => {
  const { page } = await openInbox({
    'Cold Carl': COLD,
    'Hot Hana': HOT,
    'Cool Cora': { message: 'Price?' },
  });
  await expect.poll(() => names(page)).toEqual(['Hot Hana', 'Cool Cora', 'Cold Carl']);
  const header = (name: string) => page.getByRole('columnheader', { name });
  await header('Received').getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['Cool Cora', 'Hot Hana', 'Cold Carl']);
  expect(await header('Received').getAttribute('aria-sort')).toBe('descending');
  await header('Received').getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['Cold Carl', 'Hot Hana', 'Cool Cora']);
  expect(await header('Received').getAttribute('aria-sort')).toBe('ascending');
  expect(new URL(page.url()).search).toBe('?sort=oldest');
  await header('Score').getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['Hot Hana', 'Cool Cora', 'Cold Carl']);
  expect(await header('Score').getAttribute('aria-sort')).toBe('descending');
  await page.keyboard.press('Tab');
  await page.getByRole('tooltip').getByText('The score minus 2 points for each day').waitFor();
  await checkAxe(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await tab(page, 'Won').click();
  await header('Priority').waitFor({ state: 'hidden' });
});

test('the current view is exported as CSV', async () => {
  const { page } = await openInbox({ 'Hot Hana': HOT, 'Cold Carl': COLD }, '/inbox?tab=all&source=facebook');
  await rowOf(page, 'Cold Carl').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain('Cold Carl');
  expect(text).not.toContain('Hot Hana');
});

describe('a lead entered by hand', () => {
  test('is scored and opened, and a known person is noticed first', async () => {
    const { page, owner } = await openInbox({ 'Hot Hana': HOT });
    await page.getByRole('button', { name: 'Add lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a lead' });
    await dialog.getByLabel('Name').fill('Bea Berg');
    await dialog.getByRole('button', { name: 'Add lead' }).click();
    await dialog.getByText('Enter an email or a phone number.').waitFor();
    await checkAxe(page);
    await dialog.getByLabel('Email').fill('HOT@acme.com');
    await dialog.getByRole('button', { name: 'Add lead' }).click();
    await dialog.getByText(/You already have a lead from Hot Hana/).waitFor();
    await dialog.getByLabel('Email').fill('bea@example.com');
    await dialog.getByLabel('Company').fill('Berg GmbH');
    await dialog.getByLabel('Message').fill('We need 20 chairs next week.');
    await dialog.getByRole('button', { name: 'Add lead' }).click();
    await page.waitForURL('**/leads/lead_*');
    const leadId = new URL(page.url()).pathname.split('/').at(-1);
    expect(await leadOf(owner, leadId)).toMatchObject({
      lead: { name: 'Bea Berg', source: 'Entered by hand', custom_fields: { Company: 'Berg GmbH' } },
    });
  });

  test('says why it was rejected and keeps what was typed', async () => {
    const { page } = await openInbox({ 'Hot Hana': HOT }, '/inbox', { tolerates: [/status of 402/] });
    await page.route('**/api/leads', (route) =>
      route.fulfill(errorResponse('plan_limit_reached', 'you have used all leads of your plan')),
    );
    await page.getByRole('button', { name: 'Add lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a lead' });
    await dialog.getByLabel('Phone').fill('+442079460958');
    await dialog.getByRole('button', { name: 'Add lead' }).click();
    await dialog.getByText('You have used all leads of your plan.').waitFor();
    expect(await dialog.getByLabel('Phone').inputValue()).toBe('+442079460958');
  });

  test('is nothing a viewer can add', async () => {
    const { page, owner } = await openInbox({ 'Hot Hana': HOT });
    await suite.signIn(page, await suite.addMember(owner, 'viewer'));
    await page.goto('/inbox');
    await rowOf(page, 'Hot Hana').waitFor();
    expect(await page.getByRole('button', { name: 'Add lead' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Assign|Status of|Snooze) / }).count()).toBe(0);
  });
});

describe('the command palette', () => {
  const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search and commands' });

  test('finds leads, goes to pages, changes the open lead and switches the theme', async () => {
    const { page, owner, leadIds } = await openInbox({
      'Hot Hana': { ...HOT, email: 'hana@northwind-traders.com' },
      'Cold Carl': COLD,
    });
    await rowOf(page, 'Hot Hana').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('snooz');
    await page.keyboard.press('Enter');
    const snooze = page.getByRole('dialog', { name: /Snooze/ });
    await snooze.waitFor();
    await page.keyboard.press('Escape');
    await snooze.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('hana');
    await palette(page)
      .getByRole('option', { name: /Hot Hana.*New/ })
      .waitFor();
    await checkAxe(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/leads/${leadIds['Hot Hana']}`);
    await page.getByRole('heading', { name: 'Hot Hana' }).waitFor();

    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('add a note');
    await page.keyboard.press('Enter');
    const note = page.getByLabel('Note', { exact: true });
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('contacted');
    await palette(page).getByRole('option', { name: 'Mark as contacted' }).click();
    await page.getByText('Hot Hana marked as contacted.').waitFor();
    expect(await leadOf(owner, leadIds['Hot Hana'])).toMatchObject({ status: 'contacted' });

    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('mark as won');
    await page.keyboard.press('Enter');
    const won = page.getByRole('dialog', { name: 'Mark Hot Hana as won' });
    await expect
      .poll(() => won.getByLabel(/Deal value/).evaluate((input) => input === document.activeElement))
      .toBe(true);
    await page.keyboard.type('1200');
    await page.keyboard.press('Enter');
    await page.getByText('Hot Hana marked as won').waitFor();
    expect(await leadOf(owner, leadIds['Hot Hana'])).toMatchObject({
      status: 'won',
      history: expect.arrayContaining([expect.objectContaining({ event: 'outcome', amount: 1200 })]),
    });

    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();

    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await palette(page).getByRole('combobox').fill('insi');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/insights');
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('shortc');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl+K').waitFor();
  });

  test('says when nothing matches and when the search fails, and closes with Escape', async () => {
    const { page } = await openInbox({ 'Hot Hana': HOT }, '/inbox', { tolerates: [/status of 400/] });
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('zzzz');
    await palette(page).getByText('Nothing found').waitFor();
    await page.route('**/api/leads?q=*', (route) =>
      route.fulfill(errorResponse('invalid_input', 'this request was made to fail')),
    );
    await palette(page).getByRole('combobox').fill('zzzz fails');
    await palette(page).getByText('This request was made to fail.').first().waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
  });
});
