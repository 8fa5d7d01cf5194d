// Alerts: the page with a user's own choices, test emails, and notifications while a tab is open.

import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { showTab } from './support/show-tab.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite({ withWorker: true });

const HOT = {
  name: 'Marta Vilanova',
  email: 'marta@vilanova-textil.example',
  phone: '+44 20 7946 0123',
  budget: '€15k-20k/mo',
  message: 'We are ready to sign. We need it live before March, for 120 users. Please call me today.',
  source: 'referral',
  custom_fields: { 'When do you want to start?': 'This month', 'Your role': 'CEO' },
};

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

/** Keeps what the page shows; headless browsers have nowhere to show it. */
async function recordNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shown: Notification[] = [];
    const Real = window.Notification;
    class Recorded extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(this);
      }
    }
    Object.assign(window, { Notification: Recorded, shown });
  });
}

const shownOn = (page: Page): Promise<Shown[]> =>
  page.evaluate(() =>
    (window as unknown as { shown: Notification[] }).shown.map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    })),
  );

async function openWithPermission(): Promise<{ page: Page; owner: Owner }> {
  const page = await suite.newPage();
  await page.context().grantPermissions(['notifications'], { origin: suite.url });
  await recordNotifications(page.context());
  const owner = await suite.signUpOwner(page);
  return { page, owner };
}

/** As on an installation with a mail server. With a real one, every person would have to verify their email first. */
async function pretendMailServer(page: Page): Promise<void> {
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { user: object | null } };
    const user = data.user === null ? null : { ...data.user, email_verified: true };
    await route.fulfill({ response, json: { success: true, data: { ...data, user, mail: 'sent' } } });
  });
}

/** `check` expects the new state in the same instant, but the page shows it a moment later. */
async function tick(choice: Locator): Promise<void> {
  await choice.click();
  await expect.poll(() => choice.isChecked()).toBe(true);
}

const choose = (owner: Owner, browser: { new_leads: string; assigned: boolean }) =>
  owner.person.call(
    '/api/alerts',
    {
      email: { new_leads: 'none', assigned: false },
      browser,
      hours: 'always',
      opens_at: '08:00',
      closes_at: '18:00',
      drift_emails: true,
      key_emails: true,
      digest_hour: null,
    },
    { method: 'PUT' },
  );

for (const [colorScheme, width, height] of [
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const) {
  test(`choices are saved at once and are still there after a reload (${colorScheme}, ${width} px)`, async () => {
    const page = await suite.newPage({ colorScheme, width, height });
    await pretendMailServer(page);
    await suite.signUpOwner(page);
    await page.goto('/settings/alerts');
    const email = page.getByRole('region', { name: 'Email' });
    await tick(email.getByRole('radio', { name: 'Hot and Warm' }));
    await tick(email.getByRole('switch', { name: 'Leads assigned to me' }));
    const hours = page.getByRole('region', { name: 'Hours' });
    await tick(hours.getByRole('radio', { name: 'My own hours' }));
    await hours.getByLabel('From').selectOption('07:30');
    const digest = page.getByRole('region', { name: 'Daily digest' });
    await tick(digest.getByRole('switch'));
    const changes = page.getByRole('region', { name: 'Changes in your leads' }).getByRole('switch');
    expect(await changes.isChecked()).toBe(true);
    await changes.click();
    await expect.poll(() => changes.isChecked()).toBe(false);
    const keys = page.getByRole('switch', { name: 'Email me before a key expires' });
    expect(await keys.isChecked()).toBe(true);
    await keys.click();
    await expect.poll(() => keys.isChecked()).toBe(false);
    const saved = page.waitForResponse(
      (response) => response.request().postDataJSON()?.digest_hour === 6 && response.ok(),
    );
    await digest.getByLabel('Time').selectOption('06:00');
    await saved;
    await checkAxe(page);
    await page.screenshot({ path: `screenshots/alerts-${colorScheme}-${width}.png`, fullPage: true });
    await page.reload();
    await email.getByRole('radio', { name: 'Hot and Warm' }).waitFor();
    expect(await email.getByRole('radio', { name: 'Hot and Warm' }).isChecked()).toBe(true);
    expect(await email.getByRole('switch').isChecked()).toBe(true);
    expect(await hours.getByLabel('From').inputValue()).toBe('07:30');
    expect(await digest.getByLabel('Time').inputValue()).toBe('6');
    expect(await changes.isChecked()).toBe(false);
    expect(await keys.isChecked()).toBe(false);
  });
}

test('a rejected change shows why, and what is stored', async () => {
  const page = await suite.newPage({ tolerates: [/status of 409/] });
  await pretendMailServer(page);
  await suite.signUpOwner(page);
  await page.goto('/settings/alerts');
  await page.route('**/api/alerts', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 409,
          headers: { 'X-Error-Code': 'limit_reached' },
          json: {
            success: false,
            error: 'up to 50 members of an account can be alerted',
            code: 'limit_reached',
          },
        })
      : route.continue(),
  );
  const radio = page.getByRole('region', { name: 'Email' }).getByRole('radio', { name: 'Hot', exact: true });
  await radio.click();
  await page.getByRole('alert').waitFor();
  await expect.poll(() => radio.isChecked()).toBe(false);
});

test('without a mail server, the page says so and offers no emails', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/settings/alerts');
  await page.getByText('Email isn’t set up on this installation').waitFor();
  await page.getByText('SMTP_URL').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Send me a test email' }).isDisabled()).toBe(true);
});

test('a test email is queued', async () => {
  const page = await suite.newPage();
  await pretendMailServer(page);
  const { person } = await suite.signUpOwner(page);
  await page.goto('/settings/alerts');
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await page.getByText(`On its way to ${person.email}`).waitFor();
});

test('permission is only asked for after a click', async () => {
  const page = await suite.newPage();
  await page.context().addInitScript(() => {
    Object.assign(window, { asked: 0 });
    Notification.requestPermission = async () => {
      (window as unknown as { asked: number }).asked++;
      return 'denied';
    };
  });
  await suite.signUpOwner(page);
  await page.goto('/settings/alerts');
  const browser = page.getByRole('region', { name: 'Browser notifications' });
  await browser.getByRole('radio', { name: 'None' }).waitFor();
  const asked = (): Promise<number> => page.evaluate(() => (window as unknown as { asked: number }).asked);
  expect(await asked()).toBe(0);
  if (!(await browser.getByText('hasn’t been asked').isVisible())) return; // this browser has decided already
  await browser.getByRole('radio', { name: 'Hot', exact: true }).click();
  await expect.poll(asked).toBe(1);
});

test('a new Hot lead is shown once in all tabs, without its message, and opens with a click', async () => {
  const { page, owner } = await openWithPermission();
  await choose(owner, { new_leads: 'hot', assigned: false });
  await page.goto('/inbox');
  await page.getByRole('img', { name: /^Live/ }).waitFor();
  const second = await page.context().newPage();
  await second.goto('/insights');
  await second.getByRole('heading', { level: 1 }).waitFor();
  await showTab(page, 'hidden');
  const leadId = await suite.postLead(owner, HOT);
  const all = async (): Promise<Shown[]> => [...(await shownOn(page)), ...(await shownOn(second))];
  await expect
    .poll(all, { timeout: 60_000 })
    .toEqual([
      { title: 'Hot lead: Marta Vilanova', body: expect.stringMatching(/^Hot, \d+ of 100$/), tag: leadId },
    ]);
  await page.evaluate(() =>
    (window as unknown as { shown: Notification[] }).shown[0]?.dispatchEvent(new Event('click')),
  );
  await page.waitForURL(`**/leads/${leadId}`);
  // The next tab takes over when the first one closes.
  await page.close();
  const nextId = await suite.postLead(owner, { ...HOT, name: 'Next Nora', email: 'nora@acme.example' });
  await expect
    .poll(() => shownOn(second), { timeout: 60_000 })
    .toMatchObject([{ title: 'Hot lead: Next Nora', tag: nextId }]);
});

test('a lead assigned by someone else is shown to its new owner only', async () => {
  const { page, owner } = await openWithPermission();
  await choose(owner, { new_leads: 'none', assigned: true });
  const rep = await suite.addMember(owner, 'rep');
  const leadId = await suite.postLead(owner, HOT);
  await page.goto('/inbox');
  await page.getByRole('img', { name: /^Live/ }).waitFor();
  await owner.person.call(`/api/leads/${leadId}`, { assignee: rep.email }, { method: 'PATCH' });
  await rep.call(`/api/leads/${leadId}`, { assignee: owner.person.email }, { method: 'PATCH' });
  await expect
    .poll(() => shownOn(page), { timeout: 60_000 })
    .toMatchObject([{ title: 'Assigned to you: Marta Vilanova', tag: leadId }]);
});
