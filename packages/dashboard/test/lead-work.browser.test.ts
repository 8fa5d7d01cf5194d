// Working on a lead from its page: the next step as it ages, status, snooze, assignee, notes, corrections, and the phone.

import type { LeadDetail, Profile } from '@leadline/contract';
import { call } from '@leadline/testkit/http/call';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { errorResponse } from './support/error-response.ts';
import { type Owner, type PageOptions, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

const LEAD = {
  name: 'Bo Berg',
  email: 'bo@berg-soehne.de',
  phone: '+49 30 23125 447',
  budget: '€20k',
  message: 'Our lease ends on Friday. The budget is approved, we are ready to sign. Please call me today.',
  source: 'referral',
  custom_fields: { 'Your role': 'CEO', Company: 'Berg & Söhne' },
};
const SPAM = {
  name: 'SEO Expert',
  email: 'rank@seo-rank.com',
  phone: '',
  message:
    'We offer SEO services at the best price. Our agency can get your website to the first page of Google. Reply for our packages.',
};
const ALWAYS_OPEN: Profile = {
  currency: 'EUR',
  time_zone: 'UTC',
  office_days: [1, 2, 3, 4, 5, 6, 7],
  opens_at: '00:00',
  closes_at: '23:59',
  typical_deal: null,
};
const PHONE = { width: 390, height: 844 };

async function openLead(lead: Readonly<Record<string, unknown>> = LEAD, options: PageOptions = {}) {
  const page = await suite.newPage(options);
  const owner = await suite.signUpOwner(page);
  await owner.person.call('/api/account/profile', ALWAYS_OPEN, { method: 'PUT' });
  const leadId = await suite.postLead(owner, lead);
  await show(page, leadId);
  return { page, owner, leadId };
}

async function show(page: Page, leadId: string): Promise<void> {
  await page.goto(`/leads/${leadId}`);
  // Loading and running the engine takes its time on a busy machine.
  const isExplained = section(page, 'Explanation').getByRole('heading', {
    name: 'What would change the score',
  });
  await isExplained.waitFor({ timeout: 60_000 });
}

/** What is on screen stays old. */
async function withoutLive(page: Page): Promise<void> {
  await page.route(/\/api\/live/, () => {}); // never answered
  await page.reload();
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const nextStep = (page: Page): Locator => page.locator('[data-urgency]');

async function getLead({ person }: Owner, leadId: string): Promise<LeadDetail['data']> {
  return (await person.call(`/api/leads/${leadId}`)).body.data;
}

/** The first line of each entry, newest first. */
async function readTimeline(page: Page): Promise<string[]> {
  const entries = await section(page, 'Timeline').getByRole('listitem').allInnerTexts();
  return entries.map((text) => text.split('\n')[0] ?? '');
}

describe('the next step', () => {
  test('ages from due to overdue to late, and stays calm after hours', async () => {
    const { page, owner, leadId } = await openLead();
    const { received_at, result } = await getLead(owner, leadId);
    expect(result.grade).toBe('Hot');
    expect(result.priority_action).toMatch(/^Call within the hour/);
    await page.getByText(/^Next step: Call within (the hour|\d+ min)/).waitFor();
    const later = async (hours: number): Promise<void> => {
      await page.clock.setFixedTime(new Date(Date.parse(received_at) + hours * 3_600_000 + 600_000));
      await show(page, leadId);
    };
    await later(3);
    await page.getByText('Overdue by 2 h: call now').first().waitFor();
    await checkAxe(page);
    await page.goto('/inbox');
    await page.getByText('Overdue by 2 h: call now').waitFor();
    await later(97);
    await page.getByText('4 days late: call today').first().waitFor();

    // Open only on another day of the week.
    const day = ((new Date(received_at).getUTCDay() + 2) % 7) + 1;
    const closed = { ...ALWAYS_OPEN, office_days: [day] };
    await owner.person.call('/api/account/profile', closed, { method: 'PUT' });
    await later(5);
    await page.getByText(/^Next step: Call by 01:00 /).waitFor();
  });

  test('follows the status', async () => {
    const { page, owner, leadId } = await openLead();
    for (const [status, text] of [
      ['contacted', 'Contacted today: follow up or qualify'],
      ['qualified', 'Qualified: agree on the next step'],
      ['unqualified', 'Unqualified'],
    ] as const) {
      await owner.person.call(`/api/leads/${leadId}`, { status }, { method: 'PATCH' });
      await page.reload();
      await expect.poll(() => nextStep(page).first().innerText()).toContain(text);
    }
  });
});

describe('the status', () => {
  test('moves on by the main button, from new to won, and the timeline keeps every step', async () => {
    const { page, owner, leadId } = await openLead();
    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await page.getByRole('button', { name: 'Status: Contacted' }).waitFor();
    await page.getByText('Bo Berg marked as contacted.').waitFor();
    await page.getByRole('button', { name: 'Unqualified' }).waitFor();
    await page.getByRole('button', { name: 'Qualified', exact: true }).click();
    // The budget is offered once the engine has read it.
    await page.getByRole('heading', { name: 'What would change the score' }).waitFor();
    await page.getByRole('button', { name: 'Won', exact: true }).click();
    await page.getByRole('button', { name: 'Use €20,000, the budget they stated' }).click();
    await page.getByText('Reads as €20,000').waitFor();
    await page.getByLabel('Deal value').fill('24000');
    await page.getByText('Reads as €24,000').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Deal value: €24,000').waitFor();
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    await expect
      .poll(() => readTimeline(page))
      .toEqual([
        'Won, €24,000',
        'Marked as qualified',
        'You took this lead',
        'Marked as contacted',
        expect.stringMatching(/^Scored \d+ \(Hot\)$/),
        'Received from referral',
      ]);
    await checkAxe(page);
    expect(await getLead(owner, leadId)).toMatchObject({ status: 'won', outcome: 'won' });
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('button', { name: 'Status: Qualified' }).waitFor();
  });

  test('can be undone, and a failure changes nothing', async () => {
    const { page, owner, leadId } = await openLead(LEAD, { tolerates: [/status of 503/] });
    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Status: New' }).waitFor();
    await expect
      .poll(async () => await getLead(owner, leadId))
      .toMatchObject({ status: 'new', assignee: null });
    await page.route(`**/api/leads/${leadId}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill(errorResponse('overloaded', 'try again in a moment'))
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await page.getByText('Change not saved').waitFor();
    await page.getByRole('button', { name: 'Status: New' }).waitFor();
  });
});

describe('the assignee', () => {
  test('takes an unassigned lead with one click, and can pass it on', async () => {
    const { page, owner, leadId } = await openLead();
    const rep = await suite.addMember(owner, 'rep');
    await rep.call('/api/auth/update-user', { name: 'Rita Rep' });
    await page.reload();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByRole('button', { name: 'Assignee: You' }).waitFor();
    expect(await page.getByRole('button', { name: 'Assign to me' }).count()).toBe(0);
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Rita Rep' }).click();
    await page.getByRole('button', { name: 'Assignee: Rita Rep' }).waitFor();
    await expect
      .poll(() => readTimeline(page))
      .toEqual(expect.arrayContaining(['Assigned to Rita Rep', 'You took this lead']));
    const { timeline } = await getLead(owner, leadId);
    expect(timeline.filter(({ event }) => event === 'assigned')).toHaveLength(2);
  });

  test('is the first of two people who take it; the second is told so', async () => {
    const { page, owner, leadId } = await openLead(LEAD, { tolerates: [/status of 409/] });
    const rep = await suite.addMember(owner, 'rep');
    await rep.call('/api/auth/update-user', { name: 'Rita Rep' });
    await withoutLive(page);
    await page.getByRole('button', { name: 'Assign to me' }).waitFor();
    const { body } = await rep.call('/api/session');
    await rep.call(`/api/leads/${leadId}`, { assignee: body.data.user.user_id }, { method: 'PATCH' });
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText(/^Rita Rep took Bo Berg .* Your change was not saved\.$/).waitFor();
    await page.getByRole('button', { name: 'Assignee: Rita Rep' }).waitFor();
    expect((await getLead(owner, leadId)).assignee).toBe(body.data.user.user_id);
  });

  test('who left is a former member, and keys are API keys', async () => {
    const { page, owner, leadId } = await openLead();
    const rep = await suite.addMember(owner, 'rep');
    const { body } = await rep.call('/api/session');
    const assignee = body.data.user.user_id;
    await rep.call(`/api/leads/${leadId}`, { assignee, note: 'Mine' }, { method: 'PATCH' });
    const byKey = { method: 'PATCH', key: owner.liveKey };
    await call(suite.url, `/api/leads/${leadId}`, { note: 'By a script' }, byKey);
    await owner.person.call(`/api/members/${assignee}`, undefined, { method: 'DELETE' });
    await page.reload();
    const timeline = section(page, 'Timeline');
    await timeline.getByRole('listitem').filter({ hasText: 'By a script' }).getByText('by API key').waitFor();
    await timeline
      .getByRole('listitem')
      .filter({ hasText: 'Mine' })
      .getByText('by a former member')
      .waitFor();
    await timeline.getByText('A former member took this lead').waitFor();
  });
});

test('a snoozed lead says until when, and the snooze can be ended', async () => {
  const { page, owner, leadId } = await openLead();
  await page.keyboard.press('z');
  await page.getByRole('option', { name: 'Tomorrow morning' }).click();
  await expect.poll(() => nextStep(page).first().innerText()).toContain('Snoozed until 00:00 tomorrow');
  await expect.poll(async () => (await readTimeline(page))[0]).toMatch(/^Snoozed until /);
  await page.getByRole('button', { name: 'Snoozed', exact: true }).click();
  await page.getByRole('option', { name: 'End snooze' }).click();
  await page.getByRole('button', { name: 'Snooze', exact: true }).waitFor();
  await expect.poll(async () => (await getLead(owner, leadId)).snoozed_until).toBeNull();
});

test('a note is saved by Ctrl+Enter as plain text, and stays in the field if it fails', async () => {
  const { page, leadId } = await openLead(LEAD, { tolerates: [/status of 503/] });
  const note = '<b>Call after six</b>\nAsk for Mia';
  await page.keyboard.press('n');
  const field = page.getByLabel('Note', { exact: true });
  await field.fill(note);
  await page.route(`**/api/leads/${leadId}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill(errorResponse('overloaded', 'try again in a moment'))
      : route.continue(),
  );
  await field.press('Control+Enter');
  await page.getByText('Change not saved').waitFor();
  expect(await field.inputValue()).toBe(note);
  await page.unroute(`**/api/leads/${leadId}`);
  await field.press('Control+Enter');
  await expect.poll(() => field.inputValue()).toBe('');
  const entry = section(page, 'Timeline').getByRole('listitem').first();
  await entry.getByText('<b>Call after six</b>').waitFor();
  expect(await entry.locator('b').count()).toBe(0);
  expect(await entry.locator('time').getAttribute('title')).toMatch(/\d{4}/);
});

describe('an unsaved note', () => {
  test('is still there after another page, saved by the next status, and gone after signing out', async () => {
    const { page, owner, leadId } = await openLead();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Wants a call after 4 pm');
    await page.goto('/inbox');
    await show(page, leadId);
    expect(await note.inputValue()).toBe('Wants a call after 4 pm');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Status: Contacted' }).waitFor();
    await expect.poll(() => note.inputValue()).toBe('');
    const { timeline } = await getLead(owner, leadId);
    expect(timeline.find(({ event }) => event === 'status')).toMatchObject({
      status: 'contacted',
      note: 'Wants a call after 4 pm',
    });
    await note.fill('Another one');
    await page.getByRole('button', { name: /@/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    const kept = await page.evaluate(() => Object.keys(sessionStorage));
    expect(kept.filter((key) => key.startsWith('leadline.'))).toEqual([]);
  });
});

test('a lead page has one clock, that of the account, and says so where clocks show another time', async () => {
  const { page, owner, leadId } = await openLead(LEAD, { timezoneId: 'America/New_York' });
  await owner.person.call(
    '/api/account/profile',
    { ...ALWAYS_OPEN, time_zone: 'Asia/Tokyo' },
    { method: 'PUT' },
  );
  await owner.person.call(
    `/api/leads/${leadId}`,
    { snoozed_until: '2031-01-01T23:30:00Z' },
    { method: 'PATCH' },
  );
  await show(page, leadId);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Times are your account’s, in Asia/Tokyo (GMT+9).').waitFor();
  await timeline.getByText('Snoozed until Thu 2 Jan, 08:30').waitFor();
  const { received_at } = (await owner.person.call(`/api/leads/${leadId}`)).body.data;
  const options = { timeZone: 'Asia/Tokyo', dateStyle: 'medium', timeStyle: 'short' } as const;
  const received = new Intl.DateTimeFormat('en-GB', options).format(new Date(received_at));
  await timeline.locator('[data-event=received]').getByText(received).waitFor();
  const title = await page
    .getByText(/^Received/)
    .locator('time')
    .first()
    .getAttribute('title');
  expect(title).toMatch(/GMT\+9$/);

  await owner.person.call(
    '/api/account/profile',
    { ...ALWAYS_OPEN, time_zone: 'America/Toronto' },
    { method: 'PUT' },
  );
  await show(page, leadId);
  await timeline.getByText(/^Snoozed until/).waitFor();
  expect(await timeline.getByText(/Times are/).count(), 'Toronto and New York have the same time').toBe(0);
});

test('the message about a change does not cover its entry in the timeline', async () => {
  const { page } = await openLead({ name: 'Hana Ito' }, { width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Mark as contacted' }).click();
  const message = page.getByRole('alert').filter({ hasText: 'Hana Ito marked as contacted.' });
  await message.waitFor();
  const entry = page.getByRole('region', { name: 'Timeline' }).locator('[data-event=status]');
  await entry.waitFor();
  const [shown, covered] = [await message.boundingBox(), await entry.boundingBox()];
  if (shown === null || covered === null) throw new Error('nothing to compare');
  const isBeside = shown.x + shown.width <= covered.x || covered.x + covered.width <= shown.x;
  const isBelow = shown.y + shown.height <= covered.y || covered.y + covered.height <= shown.y;
  expect(isBeside || isBelow).toBe(true);
});

test('a double click on the main button moves the lead on only once', async () => {
  const { page, owner, leadId } = await openLead();
  await page.getByRole('button', { name: 'Mark as contacted' }).dblclick();
  await page.getByRole('button', { name: 'Status: Contacted' }).waitFor();
  // By now, the buttons work again.
  await page.getByRole('button', { name: 'Qualified', exact: true }).click({ trial: true });
  expect(await getLead(owner, leadId)).toMatchObject({ status: 'contacted' });
});

test('a colleague who joined after the page was loaded has a name', async () => {
  const { page, owner, leadId } = await openLead(LEAD, { tolerates: [/status of 409/] });
  await withoutLive(page);
  await page.getByRole('button', { name: 'Assign to me' }).waitFor();
  const rep = await suite.addMember(owner, 'rep');
  await rep.call('/api/auth/update-user', { name: 'Nora New' });
  const { body } = await rep.call('/api/session');
  await rep.call(`/api/leads/${leadId}`, { assignee: body.data.user.user_id }, { method: 'PATCH' });
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByText(/^Nora New took Bo Berg .* Your change was not saved\.$/).waitFor();
  await page.getByRole('button', { name: 'Assignee: Nora New' }).waitFor();
});

describe('a correction', () => {
  test('of spam puts the lead on the to-do list without changing the score, and can be undone', async () => {
    const { page, owner, leadId } = await openLead(SPAM);
    const { result } = await getLead(owner, leadId);
    expect(result.grade).toBe('Spam');
    expect(await page.getByRole('link', { name: /^(Call|Email)$/ }).count()).toBe(0);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Not spam' }).click();
    await page.getByText('You said it isn’t spam.').waitFor();
    await nextStep(page).first().getByText('Reply with a qualifying question').waitFor();
    await page.getByRole('link', { name: 'Email', exact: true }).waitFor();
    const after = await getLead(owner, leadId);
    expect(after.result.score).toBe(result.score);
    expect(after.timeline.at(-1)).toMatchObject({ event: 'feedback', verdict: 'not_spam' });
    expect((await readTimeline(page))[0]).toBe('Reported as not spam');
    await page.goto('/inbox');
    await page.getByRole('row', { name: /^SEO Expert, Spam/ }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Undo: it is spam' }).click();
    await page.getByText(/^Graded as spam\./).waitFor();
    expect(await getLead(owner, leadId)).toMatchObject({ not_spam: false });
  });

  test('of a score has a reason, and a failure keeps the form open', async () => {
    const { page, owner, leadId } = await openLead(LEAD, { tolerates: [/status of 503/] });
    await page.getByRole('button', { name: 'Wrong score?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Wrong score?' });
    await dialog.getByLabel('Too low').check();
    await dialog.getByRole('button', { name: 'Known customer' }).click();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Known customer');
    await dialog.getByLabel('Reason').fill('A <i>regular</i> customer');
    await page.route('**/feedback', (route) =>
      route.fulfill(errorResponse('overloaded', 'try again in a moment')),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Try again in a moment.').waitFor();
    await checkAxe(page);
    await page.unroute('**/feedback');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const card = section(page, 'Score breakdown');
    await card
      .getByText(
        'Reported as scored too low by you: “A <i>regular</i> customer”. Kept to improve the scoring',
      )
      .waitFor();
    expect((await getLead(owner, leadId)).timeline.at(-1)).toMatchObject({
      verdict: 'too_low',
      reason: 'A <i>regular</i> customer',
    });
  });
});

test('the summary is copied as plain text with three reasons, the next step and a link', async () => {
  const { page, leadId } = await openLead();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy summary' }).click();
  await page.getByText('Summary copied.').waitFor();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(lines).toEqual([
    'Bo Berg, CEO, Berg & Söhne',
    `Phone: ${LEAD.phone}`,
    `Email: ${LEAD.email}`,
    expect.stringMatching(/^Score: \d+ \(Hot\)$/),
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^- .+ \(\+\d+\)$/)),
    expect.stringMatching(/^Next step: Call within /),
    `${suite.url}/leads/${leadId}`,
  ]);
});

describe('on a phone', () => {
  test('Call and Email stay in reach, and a call can be recorded', async () => {
    const { page, owner, leadId } = await openLead(LEAD, PHONE);
    const bar = page.getByRole('region', { name: 'Contact this lead' });
    for (const top of [0, 100_000]) {
      await page.evaluate((to) => window.scrollTo(0, to), top);
      const box = await bar.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(PHONE.height, 0);
    }
    expect(await bar.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe(`mailto:${LEAD.email}`);
    const callLink = bar.getByRole('link', { name: 'Call' });
    expect(await callLink.getAttribute('href')).toBe('tel:+493023125447');
    // There is no dialer here, and following the link would keep the page busy.
    await callLink.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
    await callLink.click();
    await bar.getByText('Called Bo?').waitFor();
    await checkAxe(page);
    await bar.getByRole('button', { name: 'Reached' }).click();
    await bar.getByText('Called Bo?').waitFor({ state: 'detached' });
    await expect.poll(async () => (await getLead(owner, leadId)).status).toBe('contacted');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  test('the page is readable in the dark', async () => {
    const { page } = await openLead(LEAD, { ...PHONE, colorScheme: 'dark' });
    await checkAxe(page);
    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await page.getByRole('button', { name: 'Status: Contacted' }).waitFor();
    await checkAxe(page);
  });
});

test('viewers see status, assignee and timeline, but nothing to change them', async () => {
  const { owner, leadId } = await openLead();
  const page = await suite.newPage();
  await suite.signIn(page, await suite.addMember(owner, 'viewer'));
  await show(page, leadId);
  await page.getByText('Assignee: nobody').waitFor();
  for (const name of ['Mark as contacted', 'Assign to me', 'Snooze', 'Wrong score?'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  expect(await page.getByLabel('Note', { exact: true }).count()).toBe(0);
});

test('a rep corrects a phone number and a name, with a new score or without, and everybody sees what it was', async () => {
  const page = await suite.newPage({ tolerates: [/status of 409/] });
  const owner = await suite.newOwner();
  const rep = await suite.addMember(owner, 'rep');
  const leadId = await suite.postLead(owner, {
    name: 'Ana Lopes',
    email: 'ana@mailinator.com',
    phone: '',
    message: 'Please send a quote for 40 chairs',
  });
  await suite.signIn(page, rep);
  await page.goto(`/leads/${leadId}`);
  const edit = page.getByRole('button', { name: 'Edit contact details' });
  await edit.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit contact details' });
  await dialog.getByLabel('Email').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter an email or a phone number').waitFor();
  await checkAxe(page);
  await dialog.getByLabel('Name').fill('Ana <img src=x onerror=alert(1)> Lopez');
  await dialog.getByLabel('Phone').fill('+44 20 7946 0123');
  await dialog.getByLabel('Email').fill('ana@acme.com');
  await page.keyboard.press('Enter');
  await page.getByText(/^Contact details saved\. Scored again: \d+, was \d+\.$/).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Ana <img src=x onerror=alert(1)> Lopez' }).waitFor();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Corrected name, email and phone').waitFor();
  await timeline.getByText(/ana@mailinator\.com → ana@acme\.com/).waitFor();
  expect(await page.locator('img[src=x]').count()).toBe(0);
  await checkAxe(page);

  // A colleague is faster; what was typed stays.
  await edit.click();
  await dialog.getByLabel('Company').fill('Acme Ltd');
  await dialog.getByLabel('Phone').fill('');
  await dialog.getByLabel('Score this lead again').uncheck();
  await page.route(
    '**/contact',
    async (route) => {
      await owner.person.call(`/api/leads/${leadId}`, { status: 'contacted' }, { method: 'PATCH' });
      await route.continue();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Somebody else has changed this lead in the meantime.').waitFor();
  await page.getByRole('button', { name: 'Status: Contacted', includeHidden: true }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Contact details saved.', { exact: true }).waitFor();
  await page.getByText('Contact details were corrected after this lead was scored.').waitFor();
  const { body } = await rep.call(`/api/leads/${leadId}`);
  expect(body.data).toMatchObject({ status: 'contacted', company: 'Acme Ltd' });
});
