// Settings → Scoring: edit with a live preview, try on past leads, publish, re-score and roll back; two owners at once.

import { ASK_NAMES, DEFAULT_SETTINGS } from '@leadline/engine';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { errorResponse } from './support/error-response.ts';
import { failUntilRetried } from './support/fail-until-retried.ts';
import { setScriptTrap } from './support/script-trap.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';
import { XSS_PAYLOADS } from './xss-payloads.ts';

const suite = useBrowserSuite({ withWorker: true });
/** With all single weights. */
const PAGE = '/settings/scoring?advanced';
const ONCE = { times: 1 };
const { quote: QUOTE, price: PRICE } = ASK_NAMES;

const settingsOf = async ({ person }: Owner) => (await person.call('/api/settings')).body.data;

async function saveDraft(owner: Owner, changes: object): Promise<void> {
  const { draft } = await settingsOf(owner);
  const body = { revision: draft.revision, changes };
  expect((await owner.person.call('/api/settings/draft', body, { method: 'PUT' })).status).toBe(200);
}

async function publish(owner: Owner, changes: object, note = ''): Promise<void> {
  const { live } = await settingsOf(owner);
  const body = { version: live.version, changes, note };
  expect((await owner.person.call('/api/settings/publish', body)).status).toBe(200);
}

const LEADS = [
  {
    name: 'Marta Vilanova',
    email: 'marta@vilanova-textil.example',
    phone: '+44 20 7946 0123',
    budget: '€15k',
    message: 'We need it live before March, for 120 users. Please call me today.',
    source: 'referral',
    custom_fields: { 'When do you want to start?': 'This month', 'Which product?': 'Turbo X' },
  },
  {
    name: 'Bo Berg',
    email: 'bo@berg-soehne.example',
    phone: '',
    message: 'Please send a quote for 40 chairs.',
  },
  {
    name: 'Chen Wei',
    email: 'chen.wei@gmail.com',
    phone: '',
    message: 'How much is it?',
    source: 'facebook',
  },
  { name: 'Di Dorn', email: 'di@dorn.example', phone: '+4930901820', message: 'Our heating broke today.' },
];

/** Returns the IDs of the leads: the first is won and the third lost. */
async function addLeads(owner: Owner): Promise<string[]> {
  const ids: string[] = [];
  for (const lead of LEADS) ids.push(await suite.postLead(owner, lead));
  await owner.person.call(`/api/leads/${ids[0]}/outcome`, { outcome: 'won', amount: 12_000 });
  await owner.person.call(`/api/leads/${ids[2]}/outcome`, { outcome: 'lost' });
  return ids;
}

const group = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });
const number = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Draft' });
const action = (page: Page, name: string): Locator => bar(page).getByRole('button', { name });
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test('an owner changes points by keyboard, sees the effect, tries it, publishes it, re-scores and rolls back', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const [, leadId] = await addLeads(owner);
  await page.goto(PAGE);
  const preview = section(page, 'Preview');
  await preview.getByText('No change for 4 recent leads.').waitFor();
  await bar(page).getByText('The defaults are live.').waitFor();
  expect(await action(page, 'Publish').isDisabled()).toBe(true);

  // With the slider.
  await page.getByRole('slider', { name: 'Hot from, slider' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => number(page, 'Hot from').inputValue()).toBe('78');
  await page.getByText('Changed, live: 80').waitFor();
  await page.getByRole('button', { name: 'Reset to 80: Hot from' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => number(page, 'Hot from').inputValue()).toBe('80');
  await bar(page).getByText('The defaults are live.').waitFor();

  // With the field.
  await group(page, 'What they ask for').focus();
  await page.keyboard.press('Enter');
  for (const label of [QUOTE, PRICE]) await number(page, label).fill('80');
  await preview.getByText(/^Of 4 recent leads, 2 get another score/).waitFor();
  const row = preview.getByRole('listitem').filter({ hasText: 'Chen Wei' });
  await row.getByLabel('becomes').waitFor();
  await bar(page).getByText('2 changes to the live settings. Not saved yet.').waitFor();
  await checkAxe(page);

  await action(page, 'Save draft').click();
  await page.getByText('Draft saved. Leads are scored as before.').waitFor();
  await bar(page).getByText('Draft saved by you').waitFor();
  expect(await settingsOf(owner)).toMatchObject({
    live: { version: 0 },
    draft: { changes: { asks: { quote: 80, price: 80 } } },
  });

  await action(page, 'Try on past leads').click();
  const past = section(page, 'Past leads');
  await past.getByText(/of 4 leads \(\d+%\) gets? another grade/).waitFor({ timeout: 30_000 });
  await past.getByRole('table').waitFor();
  await past.getByText(/The top 20% of leads by score contains \d+%/).waitFor();
  await past.getByRole('list', { name: 'Rising most' }).getByRole('link', { name: 'Chen Wei' }).waitFor();
  await checkAxe(page);

  await action(page, 'Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish version 1?' });
  await dialog.getByText(`${PRICE}: ${DEFAULT_SETTINGS.asks.price} → 80`).waitFor();
  await dialog.getByText('Leads that are already scored keep their score').waitFor();
  await dialog.getByLabel('Note (optional)').fill('Prices count more');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1 is live. Re-score open leads if they should follow.').waitFor();
  const versions = page.getByRole('list', { name: 'Versions' });
  await versions.getByText('Prices count more').waitFor();
  await versions.getByText('Published by you').waitFor();
  await past.getByText('This is what version 1 changed, compared with the defaults.').waitFor();
  expect(await settingsOf(owner)).toMatchObject({ live: { version: 1 }, draft: { changes: null } });

  const before = (await owner.person.call(`/api/leads/${leadId}`)).body.data.result.score;
  await page.getByRole('button', { name: 'Re-score open leads' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Re-score', exact: true }).click();
  await section(page, 'Open leads')
    .getByText('2 open leads scored again by version 1; 1 has another score or grade.')
    .waitFor({ timeout: 30_000 });
  expect((await owner.person.call(`/api/leads/${leadId}`)).body.data.result.score).toBeGreaterThan(before);

  await page.getByRole('button', { name: 'Roll back to the defaults' }).click();
  await page.getByText('The defaults go live as version 2.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('Rolled back to the defaults. It is live as version 2.').waitFor();
  await versions.getByText('Rolled back to the defaults').waitFor();
  await expect.poll(() => number(page, PRICE).inputValue()).toBe(String(DEFAULT_SETTINGS.asks.price));
  await bar(page).getByText('Version 2 is live.').waitFor();
});

test('an owner says in words what makes a good lead, by keyboard, and their own leads move', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await addLeads(owner);
  await page.goto('/settings/scoring');
  const preview = section(page, 'Preview');
  await preview.getByText('No change for 4 recent leads.').waitFor();
  expect(await page.getByRole('slider').count(), 'single weights are under Advanced').toBe(0);
  const control = (name: string): Locator => page.getByRole('radiogroup', { name, exact: true });
  expect(await control('They need it soon').getByRole('radio', { name: 'Normal' }).isChecked()).toBe(true);
  await control('They need it soon').getByRole('radio', { name: 'Normal' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await preview.getByText(/^Of 4 recent leads, [1-4] gets? another score/).waitFor();
  const { present, strong } = DEFAULT_SETTINGS.answers.when;
  await bar(page).getByText('2 changes to the live settings. Not saved yet.').waitFor();
  await checkAxe(page);
  await page.getByText('Advanced', { exact: false }).first().click();
  await page.getByLabel('Find a setting').fill('two weeks');
  await page.locator('[data-setting="answers.when.strong"]').getByText(`live: ${strong}`).waitFor();
  expect(await page.locator('[data-setting]').count()).toBe(1);
  await page.getByLabel('Find a setting').fill('blockchain');
  await page.getByText('No setting is called that.').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await group(page, 'What they say').click();
  await page.locator('[data-setting="answers.when.strong"]').getByRole('textbox').fill('1');
  await page.getByText('Set by hand').waitFor();
  expect(await control('They need it soon').getByRole('radio', { checked: true }).count()).toBe(0);
  await checkAxe(page);
  await control('They need it soon').getByText('More', { exact: true }).click();
  await action(page, 'Save draft').click();
  await page.getByText('Draft saved. Leads are scored as before.').waitFor();
  expect((await settingsOf(owner)).draft.changes).toEqual({
    answers: { when: { present: Math.round(1.5 * present), strong: Math.round(1.5 * strong) } },
  });
});

test('a rule that is broken is explained next to the setting, and nothing can be saved until it holds', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await addLeads(owner);
  await page.goto(PAGE);
  await group(page, 'Budget').click();
  await number(page, 'A third of a typical deal or more').fill('9');
  const rule = '“A typical deal or more” must not be below “A third of a typical deal or more”.';
  await page.locator('[data-setting="budget.typical"]').getByText(rule).waitFor();
  await page.locator('[data-setting="budget.fair"]').getByText(rule).waitFor();
  await section(page, 'Preview').getByText('Correct the settings to see what they do.').waitFor();
  for (const name of ['Save draft', 'Try on past leads', 'Publish'])
    expect(await action(page, name).isDisabled(), name).toBe(true);
  await checkAxe(page);

  // Also from another group.
  await group(page, 'Budget').click();
  await group(page, 'Budget').getByText('Needs correcting').waitFor();
  await action(page, 'Show').click();
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.closest('[data-setting]')?.getAttribute('data-setting')),
    )
    .toMatch(/^budget\./);
  await number(page, 'A third of a typical deal or more').fill('4');
  await expect.poll(() => action(page, 'Save draft').isEnabled()).toBe(true);
  // An empty field is not a number yet.
  await number(page, 'A third of a typical deal or more').fill('');
  await page.keyboard.press('Tab');
  await expect.poll(() => number(page, 'A third of a typical deal or more').inputValue()).toBe('4');
});

test('questions, words, exclusions and the typical deal are edited and saved', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await addLeads(owner);
  await page.goto(PAGE);

  await group(page, 'Your questions').click();
  await page.getByRole('combobox', { name: 'Question', exact: true }).fill('Which');
  await page.getByRole('option', { name: 'Which product?' }).click();
  await page.getByRole('combobox', { name: 'What it is about' }).click();
  await page.getByRole('option', { name: 'Goal' }).click();
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByRole('list', { name: 'Questions' }).getByText('Which product?').waitFor();

  await group(page, 'Words that matter').click();
  await page.getByRole('button', { name: 'Add word' }).click();
  await page.getByText('It must have 1 to 6 words.').waitFor();
  await page.getByLabel('Word or name').fill('Turbo X');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Words that matter' }).getByText('Turbo X').waitFor();

  await page.getByRole('button', { name: 'Add exclusion' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Outside our region');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Enter a word, or choose a country below').waitFor();
  await dialog.getByLabel('Highest score').fill('120');
  await dialog.getByRole('combobox', { name: 'Countries' }).fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await page.keyboard.press('Tab'); // closes the list, which stays open for more countries
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('It must be a whole number from 0 to 100.').waitFor();
  await checkAxe(page);
  await dialog.getByLabel('Highest score').fill('15');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('list', { name: 'Exclusions' }).getByText('is from Germany').waitFor();
  const row = section(page, 'Preview').getByRole('listitem').filter({ hasText: 'Di Dorn' });
  await row.getByText('Cold').waitFor();

  await page.getByRole('main').getByRole('link', { name: 'Business', exact: true }).waitFor();
  await page.getByLabel('Use another amount for scores').check();
  await number(page, 'Amount').fill('20000');
  await checkAxe(page);
  await action(page, 'Save draft').click();
  await page.getByText('Draft saved. Leads are scored as before.').waitFor();
  expect((await settingsOf(owner)).draft.changes).toEqual({
    questions: { 'Which product?': 'goal' },
    words: [{ text: 'Turbo X', means: 'need' }],
    exclusions: [{ reason: 'Outside our region', cap: 15, words: [], countries: ['DE'] }],
    typicalDeal: { amount: 20_000, currency: 'USD' },
  });
});

test('of two owners who change the draft at the same time, the second combines both', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await page.goto(PAGE);
  await number(page, 'Hot from').fill('75');
  await number(page, 'Warm from').fill('55');
  await saveDraft(owner, { grades: { hot: 85, cool: 30 } });
  await action(page, 'Save draft').click();
  const alert = page.getByRole('alert').filter({ hasText: 'saved the draft in another window' });
  await alert.getByText('You both changed Hot from: there, your value is kept.').waitFor();
  expect((await settingsOf(owner)).draft.changes).toEqual({ grades: { hot: 85, cool: 30 } });
  await checkAxe(page);
  await alert.getByRole('button', { name: 'Combine both' }).click();
  expect(await number(page, 'Cool from').inputValue()).toBe('30');
  await action(page, 'Save draft').click();
  await page.getByText('Draft saved. Leads are scored as before.').waitFor();
  expect((await settingsOf(owner)).draft.changes).toEqual({ grades: { hot: 75, warm: 55, cool: 30 } });
  expect(await page.getByRole('alert').filter({ hasText: 'meantime' }).count()).toBe(0);
});

test('a save that loses the race is answered with 409 and loses nothing', async () => {
  const page = await suite.newPage({ tolerates: [/status of 409/] });
  const owner = await suite.signUpOwner(page);
  await page.goto(PAGE);
  await number(page, 'Hot from').fill('75');
  // Between the page's look at the settings and its save.
  await page.route(
    '**/api/settings/draft',
    async (route) => {
      await saveDraft(owner, { grades: { cool: 30 } });
      await route.continue();
    },
    ONCE,
  );
  await action(page, 'Save draft').click();
  const alert = page.getByRole('alert').filter({ hasText: 'saved the draft in another window' });
  await alert.waitFor();
  expect(await number(page, 'Hot from').inputValue()).toBe('75');
  await alert.getByRole('button', { name: 'Drop my changes' }).click();
  await expect.poll(() => number(page, 'Hot from').inputValue()).toBe('80');
  expect(await number(page, 'Cool from').inputValue()).toBe('30');
});

test('a draft that was started before another version went live does not undo that version', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await saveDraft(owner, { grades: { hot: 75 } });
  await publish(owner, { grades: { cool: 30 } }, 'By API');
  await page.goto(PAGE);
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'published version 1 after this draft was started' });
  await alert.waitFor();
  expect(await action(page, 'Publish').isDisabled()).toBe(true);
  await alert.getByRole('button', { name: 'Combine both' }).click();
  expect(await number(page, 'Hot from').inputValue()).toBe('75');
  expect(await number(page, 'Cool from').inputValue()).toBe('30');
  await action(page, 'Publish').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 is live.').first().waitFor();
  expect((await settingsOf(owner)).live.changes).toEqual({ grades: { hot: 75, cool: 30 } });
});

test('a publish that loses the race closes the dialog and shows who was faster', async () => {
  const page = await suite.newPage({ tolerates: [/status of 409/] });
  const owner = await suite.signUpOwner(page);
  await page.goto(PAGE);
  await number(page, 'Hot from').fill('75');
  await action(page, 'Publish').click();
  await page.route(
    '**/api/settings/publish',
    async (route) => {
      await publish(owner, { grades: { cool: 30 } });
      await route.continue();
    },
    ONCE,
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('alert').filter({ hasText: 'published version 1' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await number(page, 'Hot from').inputValue()).toBe('75');
  expect((await settingsOf(owner)).live).toMatchObject({ version: 1, changes: { grades: { cool: 30 } } });
});

test('failures are shown where they happen, with a way to try again', async () => {
  const page = await suite.newPage({ tolerates: [/status of 500/] });
  const owner = await suite.signUpOwner(page);
  await failUntilRetried(page, '**/api/settings', 'internal_error');
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await number(page, 'Hot from').fill('75');
  await section(page, 'Preview').getByText('There are no leads yet.').waitFor();
  await section(page, 'Past leads').getByText('Not tried yet.').waitFor();
  await page.route('**/api/settings/backtest', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill(errorResponse('internal_error', 'the database is down'))
      : route.continue(),
  );
  await action(page, 'Try on past leads').click();
  await page.getByRole('alert').filter({ hasText: 'The database is down' }).waitFor();
  // The draft was saved first.
  expect((await settingsOf(owner)).draft.changes).toEqual({ grades: { hot: 75 } });
  await action(page, 'Discard draft').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect.poll(() => number(page, 'Hot from').inputValue()).toBe('80');
  expect((await settingsOf(owner)).draft.changes).toBe(null);
});

test('changes that are not saved yet are not lost by a click on a link', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto(PAGE);
  await number(page, 'Hot from').fill('75');
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await number(page, 'Hot from').inputValue()).toBe('75');
});

test('on a phone, all grades before and after stay within the page, and the draft bar has one row', async () => {
  const page = await suite.newPage({ width: 390, height: 844 });
  const owner = await suite.signUpOwner(page);
  await addLeads(owner);
  await suite.postLead(owner, {
    name: 'SEO',
    email: 'rank@seo.example',
    phone: '',
    message: 'We offer SEO services and guest posts. Buy backlinks now, rank first on Google!!!',
  });
  await saveDraft(owner, { grades: { hot: 82, warm: 81, cool: 80 } });
  await page.goto(PAGE);
  await action(page, 'Try on past leads').click();
  const matrix = section(page, 'Grades before and after');
  await matrix.waitFor({ timeout: 30_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const tops = await bar(page)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
  if (process.env.PICTURES !== undefined) await page.screenshot({ path: 'screenshots/scoring-bar-390.png' });
  await checkAxe(page);
});

test('what-if and the breakdown of a lead use the live settings', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await publish(owner, { grades: { hot: 70 }, contact: { phone: 5 } });
  // Keys learn within two seconds which version is live.
  await expect
    .poll(async () => {
      const id = await suite.postLead(owner, { ...LEADS[1], email: `bo-${Math.random()}@berg.example` });
      return (await owner.person.call(`/api/leads/${id}`)).body.data.result.settings_version;
    })
    .toBe('v1');
  const [lead] = (await owner.person.call('/api/leads?limit=1&sort=newest')).body.data;
  await page.goto(`/leads/${lead.lead_id}?tab=what-if`);
  await page.getByText('No changes yet.').waitFor();
  await page.getByText('no change', { exact: true }).waitFor();
  expect(await page.getByText('The stored score comes from another version').count()).toBe(0);
  expect(await page.getByRole('status').filter({ hasText: 'Scored' }).textContent()).toContain(
    String(lead.score),
  );
  await page.getByText('Cool: 40+, Warm: 60+, Hot: 70+').waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Show the points' }).click();
  await page.getByText('Cool: 40+, Warm: 60+, Hot: 70+').waitFor();
});

test('names, notes, questions, words and reasons are shown as text', async () => {
  const page = await suite.newPage({ bypassCSP: true });
  const owner = await suite.signUpOwner(page);
  const trap = setScriptTrap(page, suite.url);
  const payloads = XSS_PAYLOADS.filter(
    (text) => text.length <= 50 && text.trim() === text && /[a-z]/i.test(text),
  );
  const [name = '', note = '', question = '', word = '', reason = ''] = payloads;
  await suite.postLead(owner, { ...LEADS[1], name, custom_fields: { [question]: 'x' } });
  await publish(
    owner,
    {
      questions: { [question]: 'goal' },
      words: [{ text: word.replace(/\s+/g, '').slice(0, 20), means: 'need' }],
      exclusions: [{ reason, cap: 10, words: ['x'], countries: [] }],
    },
    note,
  );
  await page.goto(PAGE);
  await page.getByRole('list', { name: 'Versions' }).getByText(note).waitFor();
  for (const title of ['Your questions', 'Words that matter']) await group(page, title).click();
  await page.getByRole('list', { name: 'Exclusions' }).getByText(reason).waitFor();
  await page.getByRole('list', { name: 'Questions' }).getByText(question).waitFor();
  await section(page, 'Preview').getByText(name).waitFor();
  await trap.expectNothing('scoring');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`the page is accessible and fits at ${width} pixels (${colorScheme})`, async () => {
      const page = await suite.newPage({ colorScheme, width, height: 900 });
      const owner = await suite.signUpOwner(page);
      await addLeads(owner);
      await publish(owner, { grades: { hot: 78 }, contact: { phone: 18 } }, 'Phones convert well');
      await saveDraft(owner, {
        grades: { hot: 72, warm: 55 },
        contact: { phone: 18, unreachable: -20 },
        questions: { 'Which product?': 'goal' },
        words: [{ text: 'Turbo X', means: 'scope' }],
        exclusions: [{ reason: 'Outside our region', cap: 20, words: ['casino'], countries: ['US', 'CA'] }],
      });
      await page.goto(PAGE);
      await action(page, 'Try on past leads').click();
      await section(page, 'Past leads').getByText('another grade').first().waitFor({ timeout: 30_000 });
      for (const title of ['Contact details', 'Your questions', 'Words that matter'])
        await group(page, title).click();
      await page.getByRole('list', { name: 'Exclusions' }).waitFor();
      await checkAxe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (process.env.PICTURES !== undefined) {
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.screenshot({ path: `screenshots/scoring-top-${width}-${colorScheme}.png` });
        await page.screenshot({ path: `screenshots/scoring-${width}-${colorScheme}.png`, fullPage: true });
      }
    });
  }
}
