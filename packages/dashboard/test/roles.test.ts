// What the page offers is what the server would grant: a viewer looks, a rep works with leads, an owner does everything.

import type { Role } from '@leadline/contract';
import { openPage } from '@leadline/testkit/browser/open-page';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PATHS } from '../src/paths.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

const RANKS: Readonly<Record<Role, number>> = { viewer: 0, rep: 1, owner: 2 };

interface Offer {
  readonly least: Role;
  readonly path: string;
  readonly find: (page: Page) => Locator;
}

const listOffers = (leadId: string): Offer[] => {
  const button = (least: Role, path: string, name: RegExp): Offer => ({
    least,
    path,
    find: (page) => page.getByRole('main').getByRole('button', { name }),
  });
  return [
    // Seen only under the pointer.
    { least: 'rep', path: PATHS.inbox, find: (page) => page.locator('[data-do=won]') },
    {
      least: 'rep',
      path: PATHS.inbox,
      find: (page) => page.getByRole('checkbox', { name: 'Select Ana Lopez' }),
    },
    button('rep', `/leads/${leadId}`, /^Won$/),
    button('rep', `/leads/${leadId}`, /^Lost$/),
    button('rep', PATHS.connect, /^Send test lead$/),
    button('owner', PATHS.connect, /^Create an? .*key$/),
    button('owner', PATHS.webhooks, /^Add webhook$/),
    button('rep', PATHS.imports, /^Choose/),
    button('owner', PATHS.keys, /^New key$/),
    button('owner', PATHS.keys, /^Revoke /),
    button('owner', PATHS.team, /^(Invite|Send invitation)/),
    button('owner', PATHS.team, /^Remove /),
    button('owner', PATHS.privacy, /^Find/),
    { least: 'owner', path: PATHS.audit, find: (page) => page.getByRole('table') },
  ];
};

async function openAs(role: Role): Promise<{ page: Page; leadId: string }> {
  const owner = await suite.newOwner();
  const leadId = await suite.postLead(owner, { name: 'Ana Lopez' });
  const page = await suite.newPage(); // a request that is refused fails the test
  await suite.addMember(owner, 'viewer');
  await suite.signIn(page, role === 'owner' ? owner.person : await suite.addMember(owner, role));
  return { page, leadId };
}

test.each(['viewer', 'rep', 'owner'] as const)(
  'as %s: one is offered what one may do, and nothing else',
  async (role) => {
    const { page, leadId } = await openAs(role);
    const offers = listOffers(leadId);
    for (const path of new Set([...offers.map((offer) => offer.path), PATHS.insights, PATHS.profile])) {
      await openPage(page, path);
      for (const { least, find } of offers.filter((offer) => offer.path === path)) {
        const found = find(page).first();
        const isOffered = (await found.count()) > 0 && (await found.isEnabled());
        expect(isOffered, `${path}: ${found}`).toBe(RANKS[role] >= RANKS[least]);
      }
    }
  },
);

test('keys do not give a viewer what buttons do not', async () => {
  const { page, leadId } = await openAs('viewer');
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  for (const path of [PATHS.inbox, `/leads/${leadId}`]) {
    await openPage(page, path);
    for (const key of ['j', 'x', 'w', 'l', 'o', 'Enter']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
  expect(sent).toEqual([]);
});

test('who is made a viewer while the page is open is refused, and told so', async () => {
  const owner = await suite.newOwner();
  const rep = await suite.addMember(owner, 'rep');
  const leadId = await suite.postLead(owner);
  const page = await suite.newPage({ tolerates: [/status of 403/] });
  await suite.signIn(page, rep);
  await openPage(page, `/leads/${leadId}`);
  const { body } = await rep.call('/api/session');
  await owner.person.call(`/api/members/${body.data.user.user_id}`, { role: 'viewer' }, { method: 'PATCH' });
  await page.getByRole('button', { name: 'Won' }).click();
  await page.getByRole('button', { name: 'Mark as won' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /rep or an owner/ })
    .waitFor();
  expect((await owner.person.call(`/api/leads/${leadId}`)).body.data.outcome).toBe('open');
});
