// The page of a lead: the score and its reasons, outcomes, and the what-if editor. Work on a lead is in
// lead-work.browser.test.ts.

import type { LeadDetail } from '@leadline/contract';
import { ASK_NAMES, type Assessment, nameAnswer, score } from '@leadline/engine';
import { readId } from '@leadline/server';
import { packResult, unpackResult } from '@leadline/server/testing';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { LedgerEntry } from '../src/pages/lead/lead-query.ts';
import { layOutLedger } from '../src/pages/lead/waterfall/lay-out-ledger.ts';
import { checkAxe } from './support/check-axe.ts';
import { errorResponse } from './support/error-response.ts';
import { failUntilRetried } from './support/fail-until-retried.ts';
import { storeAssessment } from './support/store-assessment.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

const LEAD = {
  name: 'Bo Berg',
  email: 'bo@berg-soehne.de',
  phone: '+49 30 23125 447',
  budget: '€20k',
  message: 'We need 40 laptops by Friday, but we might wait until next year.',
  source: 'google',
  custom_fields: { 'Your role': 'CEO', 'When do you want to start?': 'Now', 'Company size': '200 people' },
};

const NOT_SAID = { value: 0, probability: 0.9, clause: -1 } as const;
/** What no rule reads in the lead, so that it comes from the AI alone. */
const ASSESSMENT: Assessment = {
  kind: 'buyer',
  answers: {
    ask: { value: 'demo', probability: 0.9, clause: 0 },
    doubt: null,
    what: { value: 2, probability: 0.9, clause: 0 },
    when: { value: 2, probability: 0.9, clause: 0 },
    who: { value: 2, probability: 0.9, clause: -1 },
    decided: NOT_SAID,
    happened: { value: 2, probability: 0.9, clause: 0 },
    way: NOT_SAID,
  },
  certainty: 0.9,
  by: 'local',
};
const AI_REASON = `${nameAnswer('happened', 2)}: `;
const CHIEF = nameAnswer('who', 2);

async function openLead(changes: object = {}, options = {}) {
  const page = await suite.newPage(options);
  const owner = await suite.signUpOwner(page);
  const leadId = await suite.postLead(owner, { ...LEAD, ...changes });
  await page.goto(`/leads/${leadId}`);
  // Loading and running the engine takes its time on a busy machine.
  const isExplained = section(page, 'Explanation').getByRole('heading', {
    name: 'What would change the score',
  });
  await isExplained.waitFor({ timeout: 60_000 });
  return { page, owner, leadId };
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function getLead({ person }: Owner, leadId: string): Promise<LeadDetail['data']> {
  return (await person.call(`/api/leads/${leadId}`)).body.data;
}

async function assess(owner: Owner, leadId: string): Promise<LeadDetail['data']['result']> {
  await storeAssessment(suite, leadId, (await getLead(owner, leadId)).lead, ASSESSMENT);
  return (await getLead(owner, leadId)).result;
}

/** The ledger is one click away. */
async function openLedger(page: Page): Promise<Locator> {
  const card = section(page, 'Score breakdown');
  await card.getByRole('button', { name: 'Show the points' }).click();
  return card.getByRole('table');
}

/** The rows of a waterfall: reason, points and sum as they are shown. */
async function readSteps(table: Locator): Promise<string[][]> {
  await table.waitFor();
  return table
    .locator('tbody tr:not(:first-child)')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? '')));
}

function expectSteps({ ledger }: { ledger: readonly LedgerEntry[] }): string[][] {
  let sum = 0;
  const entries = layOutLedger(ledger).groups.flatMap(({ steps }) => steps.map(({ entry }) => entry));
  return entries.map(({ text, points }) => {
    sum += points;
    const reason = text.replace(/ \([+−]\d+\)$/, '');
    const minus = (figure: number): string => String(figure).replace('-', '−');
    return [reason, points > 0 ? `+${points}` : minus(points), minus(sum)];
  });
}

describe('the overview of a lead', () => {
  test('shows every point of the stored ledger, the largest first, up to the score', async () => {
    const { page, owner, leadId } = await openLead();
    const { result } = await getLead(owner, leadId);
    await page.getByRole('heading', { level: 1, name: 'Bo Berg' }).waitFor();
    await section(page, 'Explanation').getByRole('heading', { name: 'Next steps', exact: true }).waitFor();
    const reasons = section(page, 'Score breakdown').getByRole('list', { name: 'Main reasons' });
    // Three reasons, and the points of everything else.
    expect(await reasons.getByRole('listitem').count()).toBe(4);
    const shown = await reasons.locator('.figures').allInnerTexts();
    const sum = shown.reduce((total, points) => total + Number(points.replace('−', '-')), 0);
    expect(sum).toBe(result.score);
    const table = await openLedger(page);
    expect(await readSteps(table)).toEqual(expectSteps(result));
    expect(await table.locator('tfoot').textContent()).toContain(`${result.grade}${result.score}`);
    await checkAxe(page);
  });

  test('marks scored words in the message, and shows how answers, budget and contact were read', async () => {
    const { page, owner, leadId } = await openLead({}, { colorScheme: 'dark', width: 390, height: 844 });
    const { ledger } = (await getLead(owner, leadId)).result;
    // “Asks for a quote: “40 laptops?” (+47)” is shown as “Asks for a quote (+47)”.
    const read = ledger
      .filter(({ group, text }) => group === 'inquiry' && text.includes(': “'))
      .map(({ text }) => text.replace(/: “.*”(?= \([+−]\d+\)$)/, ''));
    expect(read.length).toBeGreaterThan(1);
    const message = section(page, 'Message');
    const marked = await message
      .locator('mark')
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('title')));
    expect(marked.flatMap((title) => title?.split('; ') ?? [])).toEqual(expect.arrayContaining(read));
    expect(await message.locator('p').first().innerText()).toContain('We need');
    const legend = await message.getByRole('list', { name: 'Legend' }).locator('li').allInnerTexts();
    expect(legend.map((line) => line.replace(/^\d+\s*/, ''))).toEqual(expect.arrayContaining(read));
    const answers = section(page, 'Form answers');
    expect(await answers.getByRole('definition').allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`^CEO\\s+${CHIEF} \\+\\d+$`)),
      expect.stringMatching(/^Now\s+(?:Not part of the score|\w.* \+\d+)$/),
      // The role says more about who they are.
      expect.stringMatching(/^200 people\s+Not part of the score$/),
    ]);
    await section(page, 'Budget').getByRole('row', { name: '€ EUR' }).waitFor();
    const contact = section(page, 'Contact');
    await contact.getByText('Valid, landline, Germany').waitFor();
    expect(await contact.getByRole('link', { name: LEAD.phone }).getAttribute('href')).toBe(
      'tel:+493023125447',
    );
    expect(await contact.getByRole('link', { name: LEAD.email }).getAttribute('href')).toBe(
      `mailto:${LEAD.email}`,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await checkAxe(page);
  });

  test('keeps the stored score of another engine version, and says so', async () => {
    const { page, owner, leadId } = await openLead();
    const { result } = await getLead(owner, leadId);
    const id = readId('lead', leadId) as string;
    const { scored } = await suite.owner
      .selectFrom('leads')
      .select('scored')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const stored = unpackResult(scored);
    const isOld = ({ code }: { code: string }): boolean => code !== 'phone';
    const { points = Number.NaN, text = '' } = result.ledger.find((entry) => !isOld(entry)) ?? {};
    const old = {
      ...stored,
      version: '0.9.0',
      data: { ...stored.data, score: result.score - points },
      ledger: stored.ledger.filter(isOld),
    };
    await suite.owner
      .updateTable('leads')
      .set({ scored: packResult(old) })
      .where('id', '=', id)
      .execute();

    await page.reload();
    const table = await openLedger(page);
    await page.getByText(/scored \d+ \(\w+\) with engine 0\.9\.0/).waitFor();
    expect(await readSteps(table)).toEqual(expectSteps({ ledger: result.ledger.filter(isOld) }));
    await page.getByRole('button', { name: 'Score again' }).click();
    await page.getByText(`Different result: was ${result.score - points}`).waitFor();
    expect(text).toContain('phone number (DE)');
    await page.getByRole('row', { name: `Contact: ${text} none +${points}` }).waitFor();
  });

  test('shows how the AI read the lead, its confidence and its effect on the score', async () => {
    const { page, owner, leadId } = await openLead();
    const result = await assess(owner, leadId);
    expect(result.ledger.find(({ code }) => code === 'ai-happened')?.text).toContain(
      `${AI_REASON}“We need 40 laptops by Friday”`,
    );
    await page.reload();
    await page.getByText('How this was scored').click();
    const facts = await page.locator('details').getByRole('definition').allInnerTexts();
    expect(facts[0]).toBe(String(result.score_without_ai));
    expect(facts[1]).toContain(`Read “${ASK_NAMES.demo}”`);
    expect(facts[1]).toContain(`“${nameAnswer('happened', 2)}”`);
    await section(page, 'Score breakdown').getByText(`AI read “${ASK_NAMES.demo}”`).waitFor();
    expect(facts.slice(2)).toEqual(['Buyer', result.ai.display, '90%', 'local', result.version]);
    expect(result.score - result.score_without_ai).toBe(result.ai.influence_applied);
    const table = await openLedger(page);
    expect(await readSteps(table)).toEqual(expectSteps(result));
    await checkAxe(page);
  });

  test('scores the lead again with the same result, and links the other leads of the person', async () => {
    const { page, owner, leadId } = await openLead();
    await page.getByRole('button', { name: 'Score again' }).click();
    await page.getByText(/^Same result: \d+/).waitFor();
    for (let time = 1; time <= 7; time++)
      await suite.postLead(owner, { ...LEAD, message: `Reminder ${time}` });
    await page.reload();
    const others = section(page, 'Other leads from this person (7)');
    await others.getByRole('link', { name: 'Reminder 7' }).waitFor();
    await expect.poll(() => others.getByRole('link').count()).toBe(5);
    await others.getByRole('button', { name: 'Show all' }).click();
    await others.getByRole('link', { name: 'Reminder 1' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/leads/') && !url.pathname.endsWith(leadId));
    await section(page, 'Message').getByText('Reminder 1').waitFor();
  });
});

describe('the what-if editor', () => {
  test('scores every edit with the same engine, and sends nothing', async () => {
    const { page, owner, leadId } = await openLead();
    const { lead, received_at, result } = await getLead(owner, leadId);
    await page.getByRole('tab', { name: 'What if' }).click();
    const table = section(page, 'New score breakdown').getByRole('table');
    expect(await readSteps(table)).toEqual(expectSteps(result));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });

    const message = 'We are ready to sign. Call me today.';
    await page.getByLabel('Message').fill(message);
    await page.getByLabel('Answer 2').fill('In two years');
    await page.getByLabel('Remove question 1').click();
    const custom_fields = { 'When do you want to start?': 'In two years', 'Company size': '200 people' };
    const changed = { ...lead, message, custom_fields };
    const expected = score(changed as Parameters<typeof score>[0], { now: new Date(received_at) });
    await page.getByText(`would score ${expected.data.score}`).waitFor();
    expect(await readSteps(table)).toEqual(expectSteps(expected));
    const differences = section(page, 'Changes');
    const added = expected.ledger.find(
      ({ group, code }) =>
        group === 'inquiry' && !result.ledger.some((entry) => entry.group === group && entry.code === code),
    );
    expect(added).toBeDefined();
    const reason = added?.text.replace(/ \([+−]\d+\)$/, '');
    await differences.getByRole('row', { name: `Added: Message ${reason}` }).waitFor();
    await differences
      .getByRole('row', { name: `Removed: Form answers ${CHIEF}: “Your role: CEO”` })
      .waitFor();
    await checkAxe(page);

    await page.getByLabel('Email').fill('');
    await page.getByLabel('Phone').fill('');
    await page.getByText('This lead would be rejected').waitFor();
    expect(await page.getByText('would score').count()).toBe(0);
    await checkAxe(page);

    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await readSteps(table)).toEqual(expectSteps(result));
    expect(await page.getByLabel('Answer 1').inputValue()).toBe('CEO');
    expect(await page.getByLabel('Answer 3').inputValue()).toBe('200 people');
    expect(sent).toEqual([]);
  });

  test('ignores the AI’s reading of a message that was removed', async () => {
    const { page, owner, leadId } = await openLead({ custom_fields: {} });
    await assess(owner, leadId);
    await page.goto(`/leads/${leadId}?tab=what-if`);
    const reason = page.getByText(new RegExp(`^${AI_REASON}`)).first();
    await reason.waitFor();
    await page.getByRole('tabpanel').getByLabel('Message').fill('');
    await reason.waitFor({ state: 'detached' });
  });

  test('applies a suggestion, which raises the score by what it promises', async () => {
    const { page } = await openLead({
      phone: '',
      message: 'We need an offer.',
      custom_fields: {},
      budget: '',
    });
    await page.getByRole('button', { name: 'Try it in What if' }).click();
    const grade = (): Promise<string> =>
      page.getByRole('status').filter({ hasText: 'would score' }).innerText();
    const first = await grade();
    const suggestion = section(page, 'What would raise the score').getByRole('button').first();
    const gain = Number(/\+(\d+)\s*$/.exec(await suggestion.innerText())?.[1]);
    const scoreOf = (text: string): number =>
      Number(/would score\s+(\d+)/.exec(text.replace(/\s+/g, ' '))?.[1]);
    await suggestion.click();
    await expect.poll(async () => scoreOf(await grade())).toBe(scoreOf(first) + gain);
  });
});

describe('actions on a lead', () => {
  test('outcomes are recorded with deal value or reason, by key or button, and listed in the timeline', async () => {
    const { page, owner, leadId } = await openLead();
    await page.keyboard.press('w');
    const amount = page.getByRole('dialog', { name: 'Mark Bo Berg as won' }).getByLabel('Deal value');
    await amount.fill('about 24k');
    await page.keyboard.press('Enter');
    await page.getByText('Enter an amount like 24000 or 24,000.50').waitFor();
    await amount.fill("EUR 1'200.5");
    await page.getByText('Reads as $1,200.50').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Deal value: $1,200.50').waitFor();
    // Steps towards a sale make no sense any more.
    await section(page, 'Explanation')
      .getByRole('heading', { name: 'Next steps' })
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('button', { name: 'Status: New' }).click();
    await page.getByRole('option', { name: 'Lost' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark Bo Berg as lost' });
    await dialog.getByLabel('Reason').fill('Too late');
    await dialog.getByRole('button', { name: 'Mark as lost' }).click();
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    const events = await section(page, 'Timeline').getByRole('listitem').allInnerTexts();
    expect(events.map((text) => text.split('\n')[0])).toEqual([
      'Lost',
      'Reopened',
      'You took this lead',
      'Won, $1,200.50',
      expect.stringMatching(/^Scored \d+ \(\w+\)$/),
      'Received from google',
    ]);
    expect(events[0]?.split('\n').slice(-2)).toEqual(['Too late', expect.stringMatching(/ · by you$/)]);
    const { outcome, history } = await getLead(owner, leadId);
    expect(outcome).toBe('lost');
    expect(history.at(-1)).toMatchObject({ outcome: 'lost', reason: 'Too late' });
  });

  test('an outcome recorded on the lead’s page can be undone there', async () => {
    const { page, owner, leadId } = await openLead();
    await page.keyboard.press('w');
    await page.getByRole('dialog', { name: 'Mark Bo Berg as won' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Bo Berg marked as won.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change to Bo Berg undone.').waitFor();
    await page.getByRole('button', { name: 'Mark as contacted' }).waitFor();
    expect((await getLead(owner, leadId)).outcome).toBe('open');
  });

  test('pressing the key again while an outcome is being saved records nothing more', async () => {
    const { page, owner, leadId } = await openLead();
    await owner.person.call(`/api/leads/${leadId}/outcome`, { outcome: 'won' });
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    await page.route('**/outcome', async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
    for (let time = 0; time < 3; time++) await page.keyboard.press('o');
    await page.getByRole('button', { name: 'Mark as contacted' }).waitFor();
    const { history } = await getLead(owner, leadId);
    const outcomes = history.map((entry) => (entry.event === 'outcome' ? entry.outcome : entry.event));
    expect(outcomes).toEqual(['scored', 'won', 'open']);
  });

  test('a rejected outcome says why and changes nothing', async () => {
    const { page } = await openLead({}, { tolerates: [/status of 503/] });
    await page.route('**/outcome', (route) =>
      route.fulfill(errorResponse('overloaded', 'try again in a moment')),
    );
    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'Mark as won' }).click();
    await page.getByRole('alert').getByText('Try again in a moment.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mark as contacted' }).waitFor();
  });

  test('viewers can’t change the status, reps can’t delete leads, owners can', async () => {
    const { page, owner, leadId } = await openLead();
    for (const [role, buttons] of [
      ['viewer', 0],
      ['rep', 1],
    ] as const) {
      const other = await suite.newPage();
      await suite.signIn(other, await suite.addMember(owner, role));
      await other.goto(`/leads/${leadId}`);
      await other.getByRole('button', { name: 'More actions' }).click();
      await other.getByRole('menuitem', { name: 'Copy link' }).waitFor();
      expect(await other.getByRole('menuitem', { name: /Delete/ }).count()).toBe(0);
      expect(
        await other.getByRole('button', { name: 'Mark as contacted', includeHidden: true }).count(),
      ).toBe(buttons);
      // Otherwise the live event of the deletion makes it request the deleted lead.
      await other.close();
    }
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete lead…' }).click();
    await page.getByRole('button', { name: 'Delete lead', exact: true }).click();
    await page.waitForURL('**/inbox');
    expect((await owner.person.call(`/api/leads/${leadId}`)).status).toBe(404);
  });

  test('j and k move through the list of the inbox, and going back restores its filters', async () => {
    const page = await suite.newPage();
    const owner = await suite.signUpOwner(page);
    for (const name of ['Ana', 'Bo', 'Chen'])
      await suite.postLead(owner, { ...LEAD, name, email: `${name}@acme.com`, phone: '' });
    await page.goto('/inbox?outcome=all&source=google');
    await page.getByText('Chen', { exact: true }).first().click();
    const heading = page.getByRole('heading', { level: 1 });
    await page.getByText('1 of 3').waitFor();
    await page.keyboard.press('j');
    await page.getByText('2 of 3').waitFor();
    expect(await heading.innerText()).toBe('Bo');
    await page.getByRole('link', { name: 'Next lead' }).click();
    await page.getByText('3 of 3').waitFor();
    await page.keyboard.press('k');
    await page.getByText('2 of 3').waitFor();
    for (const goBack of [
      () => page.getByRole('navigation', { name: 'Leads' }).getByRole('link', { name: 'Inbox' }).click(),
      () => page.keyboard.press('b'),
    ]) {
      await goBack();
      await page.waitForURL('**/inbox?outcome=all&source=google');
      await page.getByText('Chen', { exact: true }).first().click();
      await page.getByText('1 of 3').waitFor();
    }
  });
});

describe('failures', () => {
  test('an unknown lead shows “Lead not found” inside the shell', async () => {
    const page = await suite.newPage({ tolerates: [/status of 404/] });
    await suite.signUpOwner(page);
    const stranger = await suite.newOwner('Other');
    for (const id of ['nope', await suite.postLead(stranger)]) {
      await page.goto(`/leads/${id}`);
      await page.getByRole('heading', { name: 'Lead not found' }).waitFor();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await checkAxe(page);
    }
  });

  test('job title and company appear with the lead, before the engine has loaded', async () => {
    const page = await suite.newPage({ width: 390, height: 844 });
    const owner = await suite.signUpOwner(page);
    const custom_fields = { Company: 'Globex', 'Job title': 'Head of IT' };
    const leadId = await suite.postLead(owner, { ...LEAD, custom_fields });
    await page.route('**/assets/engine-*.js', () => {}); // never answered
    await page.goto(`/leads/${leadId}`);
    await page.getByText('Head of IT, Globex').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('a lead or an engine that fails to load can be retried', async () => {
    const page = await suite.newPage({ tolerates: [/status of 503/, /ERR_FAILED/] });
    const owner = await suite.signUpOwner(page);
    const leadId = await suite.postLead(owner, LEAD);
    let isAway = true;
    await failUntilRetried(page, `**/api/leads/${leadId}`, 'overloaded');
    await page.route('**/assets/engine-*.js', (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(`/leads/${leadId}`);
    await page.getByRole('status', { name: 'Loading lead' }).waitFor();
    await page.getByRole('heading', { name: 'Couldn’t load this lead' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await openLedger(page);
    await page.getByRole('heading', { name: 'Couldn’t load the explanation' }).waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await section(page, 'Explanation').getByRole('heading', { name: 'Next steps' }).waitFor();
  });
});
