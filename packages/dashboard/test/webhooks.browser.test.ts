// Webhooks: added, verified by a real receiver, failing, delivered again, switched off, deleted.

import { Receiver } from '@leadline/testkit/webhooks/receiver';
import { expect, onTestFinished, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { errorResponse } from './support/error-response.ts';
import { slip } from './support/slip.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite({ withWorker: true });

async function startReceiver(): Promise<Receiver> {
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  return receiver;
}

test('an endpoint is added, its secret shown once, and a test event is delivered and genuine', async () => {
  const page = await suite.newPage({ tolerates: [/status of 400/] });
  const receiver = await startReceiver();
  await suite.signUpOwner(page);
  await page.goto('/webhooks');
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('ftp://example.org');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText('The URL must start with').waitFor();
  const address = dialog.getByLabel('Address');
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  await checkAxe(page);

  await address.fill(`${receiver.url}/crm`);
  await dialog.getByLabel('Description').fill('CRM');
  await dialog.getByLabel('Outcome recorded').check();
  await dialog.getByLabel('Which scored leads').selectOption('Warm or better');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  receiver.trust(secret);
  await slip(page);
  expect(await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()).toBe(secret);
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'I have kept the secret' }).click();

  const link = page.getByRole('link', { name: /\/crm/ });
  await expect.poll(() => link.innerText()).toContain('CRM · Lead scored (Warm or better), Outcome recorded');
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect.poll(() => delivery.innerText(), { timeout: 15_000 }).toMatch(/Delivered\s+Test/);
  expect(receiver.of('webhook.test')).toHaveLength(1);
  await checkAxe(page);
});

test('what failed is told with what was answered, and is delivered again', async () => {
  const page = await suite.newPage({ colorScheme: 'dark', width: 390, height: 844 });
  const owner = await suite.signUpOwner(page);
  const receiver = await startReceiver();
  const { body } = await owner.person.call('/api/webhooks', { url: receiver.url });
  const { webhook_id: id, secret } = body.data;
  receiver.trust(secret);
  receiver.answer(500, 'the CRM is down');
  await suite.postLead(owner);
  await page.goto(`/webhooks?id=${id}`);
  await page.getByText('Returned 500.').waitFor();
  await page.getByText('What it answered').click();
  await page.getByText('the CRM is down').waitFor();
  // Eight attempts take a day and more.
  await suite.owner.updateTable('deliveries').set({ status: 'failed', attempts: 8 }).execute();

  const again = page.getByRole('button', { name: 'Deliver all failed again' });
  await again.waitFor();
  await checkAxe(page);
  receiver.answer(200);
  await again.click();
  await page.getByText('The event is on its way again.').waitFor();
  const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect.poll(() => delivery.innerText(), { timeout: 15_000 }).toMatch(/Delivered/);
  await page.getByText('Failed', { exact: true }).click();
  await page.getByText('None of these').waitFor();
});

test('an endpoint is switched off and on, gets a new secret, and is deleted', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const { body } = await owner.person.call('/api/webhooks', {
    url: 'http://127.0.0.1:9/',
    description: 'Old',
  });
  await page.goto(`/webhooks?id=${body.data.webhook_id}`);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Switch off');
  await page.getByText('Switched off by hand').waitFor();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('On', { exact: true }).waitFor();

  await choose('Make a new secret');
  await page.getByLabel('The former secret ends').selectOption('At once');
  await page.getByRole('button', { name: 'Make new secret' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(body.data.secret);
  await slip(page);
  expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).toBe(secret);
  await page.getByRole('button', { name: 'I have kept the secret' }).click();

  await choose('Delete');
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  expect((await owner.person.call('/api/webhooks')).body.data).toEqual([]);
});

test('who may not see webhooks is told, and so is who runs a service without a key for secrets', async () => {
  const owner = await suite.newOwner();
  const rep = await suite.addMember(owner, 'rep');
  const page = await suite.newPage();
  await suite.signIn(page, rep);
  await page.goto('/webhooks');
  await page.getByRole('heading', { name: 'Only owners see webhooks' }).waitFor();

  const other = await suite.newPage({ tolerates: [/status of 501/] });
  await suite.signIn(other, owner.person);
  await other.route('**/api/webhooks', (route) =>
    route.fulfill(errorResponse('not_available', 'SECRET_KEY is not set')),
  );
  await other.goto('/webhooks');
  await other.getByRole('heading', { name: 'Webhooks are not set up here' }).waitFor();
  await checkAxe(other);
});
