// Pages only offer what the role allows: viewers read, reps work with leads, managers also import and route them, owners do
// everything.

import type { Role } from '@leadline/contract';
import { openPage } from '@leadline/testkit/browser/open-page';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PAGES } from '../src/navigation/page-paths.ts';
import { checkAxe } from './support/check-axe.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

const RANKS: Readonly<Record<Role, number>> = { viewer: 0, rep: 1, manager: 2, owner: 3 };

interface Offer {
  readonly minRole: Role;
  readonly path: string;
  readonly find: (page: Page) => Locator;
}

const listOffers = (leadId: string): Offer[] => {
  const button = (minRole: Role, path: string, name: RegExp): Offer => ({
    minRole,
    path,
    find: (page) => page.getByRole('main').getByRole('button', { name }),
  });
  return [
    // Only visible on hover.
    { minRole: 'rep', path: PAGES.inbox, find: (page) => page.locator('[data-do=contacted]') },
    {
      minRole: 'rep',
      path: PAGES.inbox,
      find: (page) => page.getByRole('checkbox', { name: 'Select Ana Lopez' }),
    },
    button('rep', `/leads/${leadId}`, /^Mark as contacted$/),
    button('rep', `/leads/${leadId}`, /^Assign to me$/),
    button('rep', `/leads/${leadId}`, /^Snooze$/),
    button('rep', `/leads/${leadId}`, /^Wrong score\?$/),
    button('rep', `/leads/${leadId}`, /^Edit contact details$/),
    { minRole: 'rep', path: `/leads/${leadId}`, find: (page) => page.getByLabel('Note', { exact: true }) },
  ];
};

async function openAs(role: Role): Promise<{ page: Page; leadId: string }> {
  const owner = await suite.newOwner();
  const leadId = await suite.postLead(owner, { name: 'Ana Lopez' });
  const page = await suite.newPage(); // a rejected request fails the test
  await suite.addMember(owner, 'viewer');
  await suite.signIn(page, role === 'owner' ? owner.person : await suite.addMember(owner, role));
  return { page, leadId };
}

test.each(['viewer', 'rep', 'manager', 'owner'] as const)(
  'a member with the role %s is only offered what the role allows',
  async (role) => {
    const { page, leadId } = await openAs(role);
    const offers = listOffers(leadId);
    for (const path of new Set(offers.map((offer) => offer.path))) {
      await openPage(page, path);
      for (const { minRole, find } of offers.filter((offer) => offer.path === path)) {
        const found = find(page).first();
        const isOffered = (await found.count()) > 0 && (await found.isEnabled());
        expect(isOffered, `${path}: ${found}`).toBe(RANKS[role] >= RANKS[minRole]);
      }
    }
  },
);

const FOR_EVERYONE = ['Inbox', 'Insights', 'Profile', 'Alerts'];
const FOR_OWNERS = [
  ...['Connect', 'Webhooks', 'CRM', 'Business', 'Keys', 'Team', 'Scoring', 'Model', 'Privacy', 'Audit log'],
];
const FOR_MANAGERS = ['Imports', 'Routing'];

test.each([
  ['viewer', FOR_EVERYONE],
  ['rep', FOR_EVERYONE],
  ['manager', [...FOR_EVERYONE, ...FOR_MANAGERS]],
  ['owner', [...FOR_EVERYONE, ...FOR_MANAGERS, ...FOR_OWNERS]],
] as const)('a member with the role %s is only led to pages for them', async (role, places) => {
  const { page } = await openAs(role);
  await openPage(page, PAGES.inbox);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect((await links.allTextContents()).toSorted()).toEqual(places.toSorted());
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('option', { name: 'Insights', exact: true }).waitFor();
  for (const name of [...FOR_MANAGERS, ...FOR_OWNERS])
    expect(await palette.getByRole('option', { name, exact: true }).count(), name).toBe(
      (places as readonly string[]).includes(name) ? 1 : 0,
    );
});

test('a rep who follows a link to a page for owners learns who can open it', async () => {
  const { page } = await openAs('rep');
  const { connect, webhooks, crm, imports, business, keys, team, scoring, model, routing, privacy, audit } =
    PAGES;
  for (const path of [connect, webhooks, crm, business, keys, team, scoring, model, privacy, audit]) {
    await openPage(page, path);
    await page.getByRole('heading', { name: 'Only owners can open this page' }).waitFor();
    await page.getByText('Your role in Acme is rep.').waitFor();
  }
  for (const path of [imports, routing]) {
    await openPage(page, path);
    await page.getByRole('heading', { name: 'Only owners and managers can open this page' }).waitFor();
  }
  await checkAxe(page);
});

test('a manager opens imports and routing rules', async () => {
  const owner = await suite.newOwner();
  const page = await suite.newPage();
  await suite.signIn(page, await suite.addMember(owner, 'manager'));
  for (const [path, name] of [
    [PAGES.imports, 'Imports'],
    [PAGES.routing, 'Routing'],
  ] as const) {
    await openPage(page, path);
    await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    await checkAxe(page);
  }
});

test('an empty inbox tells a rep to wait, and an owner what to set up', async () => {
  const owner = await suite.newOwner();
  const page = await suite.newPage();
  await suite.signIn(page, await suite.addMember(owner, 'rep'));
  await openPage(page, PAGES.inbox);
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /Connect|Import/ })
      .count(),
  ).toBe(0);
  await suite.signIn(page, owner.person);
  await openPage(page, PAGES.inbox);
  await page.getByRole('region', { name: 'Get started' }).waitFor();
  await page.getByRole('link', { name: 'Connect a form' }).waitFor();
});

test('keyboard shortcuts give viewers no more than the buttons do', async () => {
  const { page, leadId } = await openAs('viewer');
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  for (const path of [PAGES.inbox, `/leads/${leadId}`]) {
    await openPage(page, path);
    for (const key of ['j', 'x', 'w', 'l', 'o', 's', 'a', 'z', 'n', 'Enter']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
  expect(sent).toEqual([]);
});

test('a person demoted to viewer while a page is open gets an error when saving', async () => {
  const owner = await suite.newOwner();
  const rep = await suite.addMember(owner, 'rep');
  const leadId = await suite.postLead(owner);
  const page = await suite.newPage({ tolerates: [/status of 403/] });
  await suite.signIn(page, rep);
  await openPage(page, `/leads/${leadId}`);
  const { body } = await rep.call('/api/session');
  await owner.person.call(`/api/members/${body.data.user.user_id}`, { role: 'viewer' }, { method: 'PATCH' });
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Mark as won' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /requires the rep role/i })
    .waitFor();
  expect((await owner.person.call(`/api/leads/${leadId}`)).body.data.outcome).toBe('open');
});

test('reps see that the best scores are limited, but not the setting behind it', async () => {
  const owner = await suite.newOwner();
  const leadId = await suite.postLead(owner, {
    name: 'Marta Vilanova',
    email: 'marta@vilanova-textil.com',
    phone: '+44 20 7946 0123',
    budget: '$50k',
    source: 'referral',
    message:
      'Our contract ends in March and the budget is approved. Please send a quote for 120 licences at two sites today, I can sign it.',
  });
  const { result } = (await owner.person.call(`/api/leads/${leadId}`)).body.data;
  expect(result.ledger).toContainEqual(expect.objectContaining({ code: 'top' }));
  const rep = await suite.addMember(owner, 'rep');
  for (const [person, count] of [
    [rep, 0],
    [owner.person, 1],
  ] as const) {
    const page = await suite.newPage();
    await suite.signIn(page, person);
    await openPage(page, `/leads/${leadId}`);
    await page.getByRole('button', { name: 'Show the points' }).click();
    await page.getByText('Limit near 100').waitFor();
    expect(await page.getByText(/points count for a little more than half/).count()).toBe(count);
  }
});
