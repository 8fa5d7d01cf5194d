// Accessibility of every page, with data, in both color schemes: axe, and the keyboard alone. A push checks every wide page in light
// and a part of the other combinations, which the nightly run checks in full.

import { randomUUID } from 'node:crypto';
import { openPage } from '@leadline/testkit/browser/open-page';
import { isNightly } from '@leadline/testkit/size';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PAGES } from '../src/navigation/page-paths.ts';
import { checkAxe } from './support/check-axe.ts';
import { fillAccount } from './support/fill-account.ts';
import { useBrowserSuite } from './support/suite.ts';
import { walkByKeyboard } from './support/walk-by-keyboard.ts';

const suite = useBrowserSuite({ withWorker: true });
// There is no such invitation.
const tolerates = [/\/nowhere/, /\/api\/invitations\//];

const OUTSIDE = [
  PAGES.signIn,
  PAGES.signUp,
  PAGES.forgotPassword,
  `${PAGES.resetPassword}?token=x`,
  PAGES.twoFactor,
  PAGES.invitation.replace(':id', randomUUID()),
];
const INSIDE = [
  PAGES.inbox,
  PAGES.insights,
  PAGES.connect,
  PAGES.webhooks,
  PAGES.imports,
  PAGES.profile,
  PAGES.alerts,
  PAGES.business,
  PAGES.keys,
  PAGES.team,
  PAGES.scoring,
  PAGES.model,
  PAGES.routing,
  PAGES.privacy,
  PAGES.audit,
  '/nowhere',
];

/** All of them in the nightly run; on a push, one of so many. */
const oneOf = (every: number, paths: readonly string[]): readonly string[] =>
  paths.filter((_, index) => isNightly || index % every === 0);

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
  test(`axe finds no serious problem on pages before signing in (${colorScheme})`, async () => {
    await suite.newOwner();
    const page = await suite.newPage({ tolerates, colorScheme });
    for (const path of OUTSIDE) await checkPage(page, path);
    const newcomer = suite.person();
    await newcomer.signUp();
    await suite.signIn(page, newcomer);
    await checkPage(page, PAGES.welcome);
  });

  const isWide = colorScheme === 'light' || isNightly;
  const isPhone = colorScheme === 'dark' || isNightly;

  test.runIf(isWide)(
    `axe finds no serious problem on any page after signing in (${colorScheme})`,
    async () => {
      const page = await suite.newPage({ tolerates, colorScheme });
      const owner = await suite.signUpOwner(page);
      const leadIds = await fillAccount(suite, owner);
      const leads = leadIds.flatMap((id) => [`/leads/${id}`, `/leads/${id}?tab=what-if`]);
      for (const path of [...INSIDE, ...leads.slice(0, 4)]) await checkPage(page, path);
    },
  );

  test.runIf(isPhone)(`axe finds no serious problem on a phone (${colorScheme})`, async () => {
    const page = await suite.newPage({ tolerates, colorScheme, width: 390, height: 844 });
    const owner = await suite.signUpOwner(page);
    const [leadId] = await fillAccount(suite, owner);
    for (const path of [...oneOf(2, INSIDE), `/leads/${leadId}`]) await checkPage(page, path);
  });

  test.runIf(isWide)(`axe finds no serious problem in an empty account (${colorScheme})`, async () => {
    const page = await suite.newPage({ tolerates, colorScheme });
    await suite.signUpOwner(page);
    for (const path of oneOf(4, INSIDE)) await checkPage(page, path);
  });
}

test('every page can be navigated by Tab alone, with a visible focus', async () => {
  const page = await suite.newPage({ tolerates });
  for (const path of oneOf(3, OUTSIDE)) await checkWalk(page, path);
  const owner = await suite.signUpOwner(page);
  const [leadId] = await fillAccount(suite, owner);
  const leads = oneOf(2, [`/leads/${leadId}`, `/leads/${leadId}?tab=what-if`]);
  for (const path of [...oneOf(4, INSIDE), ...leads]) await checkWalk(page, path);
});

/** Buttons that act right away instead of opening something. */
const ACTS =
  /^(Send|Resend|Switch|Start|Save|Copy|Load|Score again|Mark as|Assign to me|Reopen|Use this|Remove filter|Invite$|Find|Choose)/;
const OVERLAYS = '[role=dialog], [role=menu], [role=listbox]';

test('Escape closes whatever a button opened and returns the focus to it', async () => {
  const page = await suite.newPage({ tolerates: [/./] });
  const owner = await suite.signUpOwner(page);
  const [leadId] = await fillAccount(suite, owner);
  const lost: string[] = [];
  let opened = 0;
  for (const path of [...oneOf(4, INSIDE), `/leads/${leadId}`]) {
    await openPage(page, path);
    const names = await page
      .locator('button:visible:enabled:not([tabindex="-1"])')
      .evaluateAll((buttons) =>
        buttons.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()),
      );
    for (const name of new Set(names.filter((label) => label !== '' && !ACTS.test(label)))) {
      const button = page.getByRole('button', { name, exact: true }).first();
      if (!(await button.isVisible())) continue;
      await button.focus();
      await page.keyboard.press('Enter');
      const overlay = page.locator(OVERLAYS).locator('visible=true').first();
      const isOpen = await overlay.waitFor({ timeout: 1_000 }).then(
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
  expect(opened).toBeGreaterThan(isNightly ? 8 : 4);
});

/** Whether the condition becomes true within fifteen seconds, even on a busy machine. */
const soon = (check: () => Promise<boolean>): Promise<boolean> =>
  expect
    .poll(check, { timeout: 15_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
