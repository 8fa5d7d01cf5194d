// For whoever cannot see well, or uses no mouse: every page, with data, in both themes.

import { randomUUID } from 'node:crypto';
import { openPage } from '@leadline/testkit/browser/open-page';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PATHS } from '../src/paths.ts';
import { checkAxe } from './support/check-axe.ts';
import { fillAccount } from './support/fill-account.ts';
import { useBrowserSuite } from './support/suite.ts';
import { walkByKeyboard } from './support/walk-by-keyboard.ts';

const suite = useBrowserSuite({ withWorker: true });
// Who is not signed in is told nothing of an invitation.
const tolerates = [/\/nowhere/, /get-invitation/];

const OUTSIDE = [
  PATHS.signIn,
  PATHS.signUp,
  PATHS.forgotPassword,
  `${PATHS.resetPassword}?token=x`,
  PATHS.twoFactor,
  PATHS.invitation.replace(':id', randomUUID()),
];
const INSIDE = [
  PATHS.inbox,
  PATHS.insights,
  PATHS.connect,
  PATHS.webhooks,
  PATHS.imports,
  PATHS.profile,
  PATHS.keys,
  PATHS.team,
  PATHS.privacy,
  PATHS.audit,
  '/nowhere',
];

async function checkPage(page: Page, path: string): Promise<void> {
  await openPage(page, path);
  expect(
    await page.getByRole('heading', { level: 1 }).count(),
    `${path}: one heading of the first level`,
  ).toBe(1);
  await checkAxe(page);
}

async function checkWalk(page: Page, path: string): Promise<void> {
  await openPage(page, path);
  const { reached, ...rest } = await walkByKeyboard(page);
  expect(rest, `${path}, after ${reached.join(' → ')}`).toEqual({ missed: [], unseen: [], isRound: true });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on pages before signing in, ${colorScheme}`, async () => {
    await suite.newOwner();
    const page = await suite.newPage({ tolerates, colorScheme });
    for (const path of OUTSIDE) await checkPage(page, path);
    const newcomer = suite.person();
    await newcomer.signUp();
    await suite.signIn(page, newcomer);
    await checkPage(page, PATHS.welcome);
  });

  test(`axe finds nothing serious on any page inside, ${colorScheme}`, async () => {
    const page = await suite.newPage({ tolerates, colorScheme });
    const owner = await suite.signUpOwner(page);
    const leadIds = await fillAccount(suite, owner);
    const leads = leadIds.flatMap((id) => [`/leads/${id}`, `/leads/${id}?tab=what-if`]);
    for (const path of [...INSIDE, ...leads.slice(0, 4)]) await checkPage(page, path);
  });

  test(`nor on a phone, ${colorScheme}`, async () => {
    const page = await suite.newPage({ tolerates, colorScheme, width: 390, height: 844 });
    const owner = await suite.signUpOwner(page);
    const [leadId] = await fillAccount(suite, owner);
    for (const path of [...INSIDE, `/leads/${leadId}`]) await checkPage(page, path);
  });

  test(`nor where there is nothing yet, ${colorScheme}`, async () => {
    const page = await suite.newPage({ tolerates, colorScheme });
    await suite.signUpOwner(page);
    for (const path of INSIDE) await checkPage(page, path);
  });
}

test('every page can be walked by Tab alone, and shows where one is', async () => {
  const page = await suite.newPage({ tolerates });
  for (const path of OUTSIDE) await checkWalk(page, path);
  const owner = await suite.signUpOwner(page);
  const [leadId] = await fillAccount(suite, owner);
  for (const path of [...INSIDE, `/leads/${leadId}`, `/leads/${leadId}?tab=what-if`])
    await checkWalk(page, path);
});

/** What acts at once rather than opens something. */
const ACTS = /^(Send|Deliver|Switch|Start|Save|Copy|Load|Score again|Remove filter|Invite$|Find|Choose)/;
const OVERLAYS = '[role=dialog], [role=menu], [role=listbox]';

test('Escape closes whatever a button has opened, and the focus is back on the button', async () => {
  const page = await suite.newPage({ tolerates: [/./] });
  const owner = await suite.signUpOwner(page);
  const [leadId] = await fillAccount(suite, owner);
  const lost: string[] = [];
  let opened = 0;
  for (const path of [...INSIDE, `/leads/${leadId}`]) {
    await openPage(page, path);
    const names = await page
      .locator('button:visible:enabled:not([tabindex="-1"])')
      .evaluateAll((buttons) =>
        buttons.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()),
      );
    for (const name of new Set(names.filter((each) => each !== '' && !ACTS.test(each)))) {
      const button = page.getByRole('button', { name, exact: true }).first();
      if (!(await button.isVisible())) continue;
      await button.focus();
      await page.keyboard.press('Enter');
      const overlay = page.locator(OVERLAYS).locator('visible=true').first();
      const isOpen = await overlay.waitFor({ timeout: 400 }).then(
        () => true,
        () => false,
      );
      if (!isOpen) continue;
      opened++;
      const isInside = (): Promise<boolean> =>
        overlay.evaluate((each) => each.contains(document.activeElement));
      if (!(await soon(isInside))) lost.push(`${path}: the focus is not in what "${name}" opened`);
      await page.keyboard.press('Escape');
      await overlay.waitFor({ state: 'hidden' });
      const isBack = (): Promise<boolean> => button.evaluate((each) => each === document.activeElement);
      if (!(await soon(isBack))) lost.push(`${path}: the focus is not back on "${name}"`);
    }
  }
  expect(lost).toEqual([]);
  expect(opened).toBeGreaterThan(8);
});

/** Whether it comes true within a second. */
const soon = (check: () => Promise<boolean>): Promise<boolean> =>
  expect
    .poll(check, { timeout: 1_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
