// Pages only offer what the role allows: viewers read, reps work with leads, owners do everything.

import type { Role } from '@leadline/contract';
import { openPage } from '@leadline/testkit/browser/open-page';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PAGES } from '../src/navigation/page-paths.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

const RANKS: Readonly<Record<Role, number>> = { viewer: 0, rep: 1, owner: 2 };

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
    { minRole: 'rep', path: `/leads/${leadId}`, find: (page) => page.getByLabel('Note', { exact: true }) },
    { minRole: 'owner', path: PAGES.business, find: (page) => page.getByLabel('Name', { exact: true }) },
    button('rep', PAGES.connect, /^Send test lead$/),
    button('owner', PAGES.connect, /^Create an? .*key$/),
    button('owner', PAGES.webhooks, /^Add webhook$/),
    button('rep', PAGES.imports, /^Choose/),
    button('owner', PAGES.keys, /^Create key$/),
    button('owner', PAGES.keys, /^Revoke /),
    button('owner', PAGES.team, /^(Invite|Send invitation)/),
    button('owner', PAGES.team, /^Remove /),
    button('owner', PAGES.privacy, /^Find/),
    { minRole: 'owner', path: PAGES.audit, find: (page) => page.getByRole('table') },
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

test.each(['viewer', 'rep', 'owner'] as const)(
  'a member with the role %s is only offered what the role allows',
  async (role) => {
    const { page, leadId } = await openAs(role);
    const offers = listOffers(leadId);
    for (const path of new Set([...offers.map((offer) => offer.path), PAGES.insights, PAGES.profile])) {
      await openPage(page, path);
      for (const { minRole, find } of offers.filter((offer) => offer.path === path)) {
        const found = find(page).first();
        const isOffered = (await found.count()) > 0 && (await found.isEnabled());
        expect(isOffered, `${path}: ${found}`).toBe(RANKS[role] >= RANKS[minRole]);
      }
    }
  },
);

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
