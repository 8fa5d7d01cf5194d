// The account's settings: keys, team, privacy, audit log.

import { readFile } from 'node:fs/promises';
import { call } from '@leadline/testkit/http/call';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { failUntilRetried } from './support/fail-until-retried.ts';
import { slip } from './support/slip.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

const sendLead = async (path: string, key?: string): Promise<number> => {
  const lead = { name: 'Bo Berg', email: `${crypto.randomUUID()}@example.org`, message: 'Hello' };
  return (await call(suite.url, path, lead, key === undefined ? {} : { key })).status;
};

const rowOf = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });

test('a key is shown once, works, can be rotated with a grace period and stops working when revoked', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/settings/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Enter a name').waitFor();
  await dialog.getByLabel('Name').fill('Contact form');
  await dialog.getByLabel('Intake key').check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = dialog.getByRole('textbox', { name: 'Intake URL' });
  const url = await shown.inputValue();
  expect(url).toMatch(new RegExp(`^${suite.url}/api/intake/ll_intake_`));
  await slip(page);
  expect(await shown.inputValue()).toBe(url);
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const oldPath = new URL(url).pathname;
  expect(await sendLead(oldPath)).toBe(200);

  const row = rowOf(page, 'Active keys', 'Contact form');
  await row.getByRole('button', { name: /^Rotate/ }).click();
  await dialog.getByLabel('In 1 hour').check();
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  const newPath = new URL(await shown.inputValue()).pathname;
  await slip(page);
  expect(await shown.isVisible()).toBe(true);
  expect(newPath).not.toBe(oldPath);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await Promise.all([sendLead(oldPath), sendLead(newPath)])).toEqual([200, 200]);

  await row
    .filter({ hasText: 'Expires in' })
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect.poll(() => row.count()).toBe(1);
  await expect.poll(() => sendLead(oldPath)).toBe(401);
  expect(await sendLead(newPath)).toBe(200);
});

test('a key can expire: the list and a banner say so before, and the list afterwards', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/settings/keys');
  const dialog = page.getByRole('dialog');
  async function create(name: string, expires: string, day?: string): Promise<void> {
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Expires').selectOption(expires);
    if (day !== undefined) await dialog.getByLabel('Last day').fill(day);
    await dialog.getByRole('button', { name: 'Create key' }).click();
  }
  await create('Past', 'On a date', '2020-01-31');
  await dialog.getByText('Choose a date in the future').waitFor();
  await checkAxe(page);
  const inFiveDays = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByLabel('Last day').fill(inFiveDays);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await rowOf(page, 'Active keys', 'Shop')
    .getByText(/^Expires in \d d$/)
    .waitFor();

  await create('Partner', 'In 90 days');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const partner = rowOf(page, 'Active keys', 'Partner');
  await partner.getByText(/^Expires \d+ \w+/).waitFor();
  await partner.getByRole('button', { name: /^Rotate/ }).click();
  await dialog.getByText('lives as long as this one was meant to').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/inbox');
  const banner = page.getByRole('status').filter({ hasText: 'The key “Shop”' });
  await banner.getByText(/expires on \d+ \w+\./).waitFor();
  await checkAxe(page);
  await banner.getByRole('link', { name: 'Open the keys' }).click();
  await page.waitForURL('**/settings/keys');

  await sql`update leadline.api_keys set expires_at = now() - interval '1 hour' where name = 'Shop'`.execute(
    suite.owner,
  );
  await page.reload();
  await rowOf(page, 'Expired keys', 'Shop').getByText('Expired 1 h ago').waitFor();
  expect(await rowOf(page, 'Active keys', 'Shop').count()).toBe(0);
  expect(await rowOf(page, 'Expired keys', 'Shop').getByRole('button').count()).toBe(0);
  await checkAxe(page);
});

test('owners decide how long sessions last and who can export leads', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const viewer = await suite.addMember(owner, 'viewer');
  await page.goto('/settings/team');
  const exporting = page.getByRole('region', { name: 'Exporting leads' });
  expect(await exporting.getByRole('radio', { name: 'Owners, managers and reps' }).isChecked()).toBe(true);
  await exporting.getByRole('radio', { name: 'Everyone' }).check();
  await page.getByText('Saved who can export leads').waitFor();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  expect(await sessions.getByLabel('Sign out without use after').inputValue()).toBe('20160');
  await sessions.getByLabel('Sign out without use after').selectOption('8 hours');
  await page.getByText('Saved how long sessions last').waitFor();
  await sessions.getByLabel('Sign in again after').selectOption('30 days');
  await expect
    .poll(async () => (await owner.person.call('/api/account/security')).body.data)
    .toMatchObject({ session_idle_minutes: 480, session_max_hours: 720, lead_exports: 'everyone' });
  await checkAxe(page);
  await page.goto('/settings/audit');
  await page.getByText('Changed who can export leads').waitFor();
  await page.getByText('Changed how long sessions last').first().waitFor();

  await suite.postLead(owner);
  const other = await suite.newPage();
  await suite.signIn(other, viewer);
  await other.goto('/inbox');
  await other.getByRole('link', { name: 'Export CSV' }).waitFor();
  await page.goto('/settings/team');
  await exporting.getByRole('radio', { name: 'Only owners' }).check();
  await expect.poll(async () => (await viewer.call('/api/leads/export')).status).toBe(403);
  await other.reload();
  await other.getByRole('heading', { name: 'Inbox' }).waitFor();
  await expect.poll(() => other.getByRole('link', { name: 'Export CSV' }).count()).toBe(0);
});

test('an owner lets reps see only their own and unassigned leads, and a rep then sees no others', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const rep = await suite.addMember(owner, 'rep');
  const mate = await suite.addMember(owner, 'rep');
  const foreign = await suite.postLead(owner, { name: 'Foreign Lead', email: 'foreign@acme.com' });
  await suite.postLead(owner, { name: 'Free Lead', email: 'free@acme.com' });
  const { user_id } = (await mate.call('/api/session')).body.data.user;
  await owner.person.call(`/api/leads/${foreign}`, { assignee: user_id }, { method: 'PATCH' });
  await page.goto('/settings/team');
  const rule = page.getByRole('region', { name: 'Leads that reps see' });
  expect(await rule.getByRole('radio', { name: 'All leads' }).isChecked()).toBe(true);
  await rule.getByRole('radio', { name: 'Their own and unassigned leads' }).click();
  await page.getByText('Saved which leads reps see').waitFor();
  await checkAxe(page);
  await page.goto('/settings/audit');
  await page.getByText('Changed which leads reps see').waitFor();

  const other = await suite.newPage({ tolerates: [/status of 404/] });
  await suite.signIn(other, rep);
  await other.goto('/inbox');
  await other.getByText('Free Lead').first().waitFor();
  expect(await other.getByText('Foreign Lead').count()).toBe(0);
  const links = other.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect((await links.allTextContents()).toSorted()).toEqual(['Alerts', 'Inbox', 'Profile']);
  // A lead that somebody else takes goes away by itself.
  const free = await owner.person.call('/api/leads?q=free@acme.com');
  const taken = free.body.data[0].lead_id;
  await owner.person.call(`/api/leads/${taken}`, { assignee: user_id }, { method: 'PATCH' });
  await expect.poll(() => other.getByText('Free Lead').count(), { timeout: 10_000 }).toBe(0);
  await other.goto('/insights');
  await other.getByRole('heading', { name: 'Insights are about all leads' }).waitFor();
  await checkAxe(other);
  await other.goto(`/leads/${foreign}`);
  await other.getByRole('heading', { name: 'Lead not found' }).waitFor();
});

test('a page that nobody uses signs itself out, and only use keeps it signed in', async () => {
  const page = await suite.newPage({ tolerates: [/status of 401/] });
  const owner = await suite.signUpOwner(page);
  await page.clock.install();
  await page.goto('/inbox');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  const polled = () =>
    page.waitForRequest((request) => new URL(request.url()).pathname === '/api/session', { timeout: 30_000 });
  await page.mouse.move(10, 10);
  const [used] = await Promise.all([
    polled(),
    page.clock
      .runFor(59_000)
      .then(() => page.mouse.move(20, 20))
      .then(() => page.clock.runFor(2_000)),
  ]);
  expect(used.headers()['x-leadline-background']).toBeUndefined();
  // The page doesn't ask again while it waits for an answer.
  await (await used.response())?.finished();
  const [unattended] = await Promise.all([polled(), page.clock.runFor(125_000)]);
  expect(unattended.headers()['x-leadline-background']).toBe('1');

  const { session_id } = (await owner.person.call('/api/session')).body.data;
  await sql`update leadline.sessions set last_used_at = now() - interval '15 days' where id = ${session_id}`.execute(
    suite.owner,
  );
  await page.clock.runFor(65_000);
  await page.waitForURL('**/sign-in**');
  await page.getByText('You were signed out.').waitFor();
});

test('keys that fail to load show an error and can be loaded again', async () => {
  const page = await suite.newPage({ tolerates: [/status of 503/] });
  await suite.signUpOwner(page);
  await failUntilRetried(page, '**/api/keys', 'overloaded');
  await page.goto('/settings/keys');
  await page.getByRole('alert').filter({ hasText: 'This request was made to fail.' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await rowOf(page, 'Active keys', 'Test').waitFor();
});

test('members can be invited, change roles and be removed, except the last owner', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page, 'Berg & Sons');
  const rep = await suite.addMember(owner, 'rep');
  await page.goto('/settings/team');
  const own = rowOf(page, 'Members', owner.person.email);
  await own.getByText('the only owner').waitFor();
  expect(await own.getByRole('combobox').count()).toBe(0);

  await page.getByLabel('Email').fill('di@example.org');
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('di@example.org was invited. Email isn’t set up').waitFor();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(new URL(link).pathname).toMatch(/^\/invitation\/\S+$/);
  expect(suite.mails.join(), 'links grant access, so they are not in the log').not.toContain('/invitation/');
  await page.getByText('This link only works on this computer.').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Revoke the invitation for di@example.org' }).click();
  await expect.poll(() => page.getByRole('list', { name: 'Pending invitations' }).count()).toBe(0);

  const row = rowOf(page, 'Members', rep.email);
  await row.getByRole('combobox').selectOption('owner');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await row.getByRole('combobox').inputValue()).toBe('rep');
  await row.getByRole('combobox').selectOption('owner');
  await page.getByRole('dialog').getByRole('button', { name: 'Make owner' }).click();
  await own.getByRole('combobox').waitFor();
  expect((await rep.call('/api/audit')).status).toBe(200);
  await row.getByRole('combobox').selectOption('viewer');
  await page.getByRole('dialog').getByText('No open leads are assigned to them.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Make viewer' }).click();
  await own.getByText('the only owner').waitFor();
  expect((await rep.call('/api/audit')).status).toBe(403);
  await row.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.getByRole('list', { name: 'Members' }).getByRole('listitem').count()).toBe(1);
  expect((await rep.call('/api/leads')).status).toBe(403);
});

test('removing a member shows what depends on them, and somebody else can take over', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const rep = await suite.addMember(owner, 'rep');
  const { user_id: repId } = (await rep.call('/api/session')).body.data.user;
  const { user_id: ownerId } = (await owner.person.call('/api/session')).body.data.user;
  const leadId = await suite.postLead(owner, { email: 'a@acme.com' });
  await owner.person.call(`/api/leads/${leadId}`, { assignee: repId }, { method: 'PATCH' });
  const rules = [{ name: 'Everyone', when: {}, assign_to: [repId] }];
  await owner.person.call('/api/routing', { version: 0, rules }, { method: 'PUT' });
  await page.goto('/settings/team');
  await rowOf(page, 'Members', rep.email)
    .getByRole('button', { name: /^Remove/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 open lead will become unassigned.').waitFor();
  await dialog.getByText('The routing rule “Everyone” will be skipped.').waitFor();
  await dialog.getByLabel('Who takes over the open leads?').selectOption(ownerId);
  await dialog.getByText('1 open lead will be handed over.').waitFor();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await owner.person.call(`/api/leads/${leadId}`)).body.data.assignee).toBe(ownerId);

  await page.goto('/settings/audit');
  await page.getByRole('row', { name: new RegExp(`Removed .*${rep.email}`) }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit-log.csv');
  await page.getByLabel('Who').selectOption('operator');
  await expect.poll(() => page.getByRole('row', { name: /Removed/ }).count()).toBe(0);
});

test('a member who leaves loses access, and the only owner can’t leave', async () => {
  const owner = await suite.newOwner('Berg & Sons');
  const own = await suite.newPage();
  await suite.signIn(own, owner.person);
  await own.goto('/settings/profile');
  await own.getByText('You’re the only owner. Make another member an owner first.').waitFor();
  expect(await own.getByRole('button', { name: 'Leave Berg & Sons' }).isDisabled()).toBe(true);
  const rep = await suite.addMember(owner, 'rep');
  const page = await suite.newPage();
  await suite.signIn(page, rep);
  await page.goto('/settings/profile');
  await page.getByRole('button', { name: 'Leave Berg & Sons' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/welcome');
  expect((await rep.call('/api/leads')).status).toBe(403);
});

test('a person can be found, exported and erased, and the audit log doesn’t name them', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await suite.postLead(owner, { email: 'bo@example.org', name: 'Bo Berg' });
  const other = await suite.postLead(owner, {
    email: 'cy@example.org',
    name: 'Cy Chan',
    phone: '+12125550188',
  });
  await page.goto('/settings/privacy');
  const find = async (email: string): Promise<void> => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Find' }).click();
  };
  await find('nobody@example.org');
  await page.getByText('Nothing is stored under nobody@example.org').waitFor();
  await find('Bo@example.org');
  await page.getByText('Stored about Bo@example.org').waitFor();
  await page.getByRole('list', { name: 'Leads found' }).getByRole('link', { name: 'Bo Berg' }).waitFor();
  expect(page.url(), 'the URL contains no personal data').not.toContain('example.org');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(file.leads.map(({ lead }: { lead: { name: string } }) => lead.name)).toEqual(['Bo Berg']);
  await checkAxe(page);

  await page.getByRole('button', { name: 'Erase' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Erase' });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByRole('dialog').getByRole('list', { name: 'Leads that will be erased' }).waitFor();
  await page.getByRole('dialog').getByRole('textbox').fill('Bo@example.org');
  await confirm.click();
  await page.getByText('The person was erased').waitFor();
  const { body } = await owner.person.call('/api/leads');
  expect(body.data.map(({ lead_id }: { lead_id: string }) => lead_id)).toEqual([other]);

  await page.goto('/settings/audit');
  await page.getByRole('row', { name: /You Erased a person/ }).waitFor();
  await page
    .getByRole('row', { name: /You Looked up .* \(nothing found\)/ })
    .first()
    .waitFor();
  await page.getByRole('row', { name: /You Created a key “Test”/ }).waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/Bo Berg|bo@example/i);
  await checkAxe(page);
});

test('an import on its way keeps a person from being erased, which the page says before anything is typed', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await suite.postLead(owner, { email: 'bo@example.org' });
  await owner.person.call('/api/imports?file_name=old.csv', 'email\nbo@example.org\n', {
    headers: { 'Content-Type': 'text/csv' },
  });
  await suite.owner
    .updateTable('imports')
    .set({ status: 'stopped' })
    .where('file_name', '=', 'old.csv')
    .execute();
  await page.goto('/settings/privacy');
  await page.getByLabel('Email').fill('bo@example.org');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('Files that aren’t imported yet were not searched: old.csv').waitFor();
  const blocked = page.getByRole('alert').filter({ hasText: 'This person can’t be erased yet' });
  await blocked.getByText('The import of old.csv has stopped and may contain this person.').waitFor();
  expect(await page.getByRole('button', { name: 'Erase' }).count()).toBe(0);
  expect(await blocked.innerText()).not.toMatch(/imp_/i);
  await checkAxe(page);
  await blocked.getByRole('link', { name: 'old.csv' }).click();
  await page.getByRole('heading', { level: 1, name: 'old.csv' }).waitFor();
});

test('an upload that was never started is discarded when a person is erased, which the page says', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await suite.postLead(owner, { email: 'bo@example.org' });
  await owner.person.call('/api/imports?file_name=new.csv', 'email\nbo@example.org\n', {
    headers: { 'Content-Type': 'text/csv' },
  });
  await page.goto('/settings/privacy');
  await page.getByLabel('Email').fill('bo@example.org');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/new\.csv was uploaded but never imported/).waitFor();
  await checkAxe(page);
  await dialog.getByRole('textbox').fill('bo@example.org');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('The person was erased. Deleted:').waitFor();
  expect((await owner.person.call('/api/imports')).body.data).toMatchObject([{ status: 'cancelled' }]);
});

test('a shorter retention period has to be confirmed, keeping leads longer does not', async () => {
  const page = await suite.newPage();
  const { person } = await suite.signUpOwner(page);
  const daysKept = async () => (await person.call('/api/retention')).body.data.days;
  await page.goto('/settings/privacy');
  await page.getByLabel('Delete leads after a number of days').check();
  for (const days of ['1.5', '-3', '0', '36501', '']) {
    await page.getByRole('textbox', { name: 'Days' }).fill(days);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter a whole number from 1 to 36,500').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
  await page.getByRole('textbox', { name: 'Days' }).fill('90');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await daysKept()).toBeNull();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save and delete' }).click();
  await expect.poll(daysKept).toBe(90);
  await page.getByLabel('Keep leads until I delete them').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(daysKept).toBeNull();
});

test('the audit log names what it is about, and shows no IDs', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const webhook = { url: 'https://hooks.example.com/leads', description: 'Our CRM' };
  expect((await owner.person.call('/api/webhooks', webhook)).status).toBe(200);
  expect((await owner.person.call('/api/model/train', {})).status).toBe(200);
  const deleted = await suite.postLead(owner);
  expect((await owner.person.call(`/api/leads/${deleted}`, undefined, { method: 'DELETE' })).status).toBe(
    200,
  );
  const csv = { 'Content-Type': 'text/csv' };
  const upload = await owner.person.call('/api/imports?file_name=old.csv', 'email\nbo@acme.com\n', {
    headers: csv,
  });
  const file = `/api/imports/${upload.body.data.import_id}`;
  expect((await owner.person.call(`${file}/cancel`, undefined, { method: 'POST' })).status).toBe(200);
  const { key_id } = (await owner.person.call('/api/keys', { name: 'Shop' })).body.data;
  expect((await owner.person.call(`/api/keys/${key_id}`, undefined, { method: 'DELETE' })).status).toBe(200);
  await page.goto('/settings/audit');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await row('Added a webhook').getByRole('link', { name: '“Our CRM” (hooks.example.com)' }).waitFor();
  await row('Started to train the model').waitFor();
  await row('Deleted a lead').waitFor();
  await row('Revoked a key').waitFor();
  await row('Cancelled an import').getByRole('link', { name: 'old.csv' }).waitFor();
  expect(await page.getByRole('table').innerText()).not.toMatch(/\b[a-z]+_(?:…|[0-9a-f]{6})/);
});

test('owners can read the audit log to its end', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  for (let days = 1; days <= 52; days++) {
    await owner.person.call('/api/retention', { days }, { method: 'PUT' });
  }
  await page.goto('/settings/audit');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('End of the log').waitFor();
  // Plus four entries for the account, its name, its owner and its key.
  expect(await rows.count()).toBe(56);
  expect(await rows.first().innerText()).toContain('Days: 52');
});
