// Webhooks: adding, verifying, failing, resending, switching off and deleting.

import { call } from '@leadline/testkit/http/call';
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

test('a new endpoint shows its secret once, and its test event arrives with a valid signature', async () => {
  const page = await suite.newPage({ tolerates: [/status of 400/] });
  const receiver = await startReceiver();
  await suite.signUpOwner(page);
  await page.goto('/webhooks');
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('ftp://example.org');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText('The URL must start with').waitFor();
  const url = dialog.getByLabel('URL');
  expect(await url.getAttribute('aria-invalid')).toBe('true');
  await checkAxe(page);

  await url.fill(`${receiver.url}/crm`);
  await dialog.getByLabel('Description').fill('CRM');
  await dialog.getByLabel('Outcome recorded').check();
  await dialog.getByLabel('Scored leads to send').selectOption('Warm or better');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  receiver.trust(secret);
  await slip(page);
  expect(await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()).toBe(secret);
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'I’ve saved the secret' }).click();

  const link = page.getByRole('link', { name: /\/crm/ });
  await expect.poll(() => link.innerText()).toContain('CRM · Lead scored (Warm or better), Outcome recorded');
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect.poll(() => delivery.innerText()).toMatch(/Delivered\s+Test/);
  expect(receiver.of('webhook.test')).toHaveLength(1);
  await checkAxe(page);
});

test('a failed delivery shows the response and can be resent', async () => {
  const page = await suite.newPage({ colorScheme: 'dark', width: 390, height: 844 });
  const owner = await suite.signUpOwner(page);
  const receiver = await startReceiver();
  const { body } = await owner.person.call('/api/webhooks', { url: receiver.url });
  const { webhook_id: id, secret } = body.data;
  receiver.trust(secret);
  receiver.answer(500, 'the CRM is down');
  await suite.postLead(owner);
  await page.goto(`/webhooks?id=${id}`);
  await page.getByText('Returned 500').waitFor();
  await page.getByText('Response').click();
  await page.getByText('the CRM is down').waitFor();
  // Eight attempts take more than a day.
  await suite.owner.updateTable('deliveries').set({ status: 'failed', attempts: 8 }).execute();

  const resend = page.getByRole('button', { name: 'Resend all failed' });
  await resend.waitFor();
  await checkAxe(page);
  receiver.answer(200);
  await resend.click();
  await page.getByText('Resending 1 event.').waitFor();
  const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect.poll(() => delivery.innerText()).toMatch(/Delivered/);
  await page.getByText('Failed', { exact: true }).click();
  await page.getByText('No failed deliveries').waitFor();
});

test('an endpoint can be switched off and on, get a new secret and be deleted', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const { body } = await owner.person.call('/api/webhooks', {
    url: 'http://127.0.0.1:9/',
    description: 'Old',
  });
  await page.goto(`/webhooks?id=${body.data.webhook_id}`);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Switch off');
  await page.getByText('Switched off by hand').waitFor();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('On', { exact: true }).waitFor();

  await choose('Rotate secret');
  await page.getByLabel('Expire the old secret').selectOption('Immediately');
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(body.data.secret);
  await slip(page);
  expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).toBe(secret);
  await page.getByRole('button', { name: 'I’ve saved the secret' }).click();

  await choose('Delete');
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  expect((await owner.person.call('/api/webhooks')).body.data).toEqual([]);
});

test('installations without SECRET_KEY see why webhooks are not available', async () => {
  const page = await suite.newPage({ tolerates: [/status of 501/] });
  await suite.signUpOwner(page);
  await page.route('**/api/webhooks', (route) =>
    route.fulfill(errorResponse('not_available', 'SECRET_KEY is not set')),
  );
  await page.goto('/webhooks');
  await page.getByRole('heading', { name: 'Webhooks aren’t set up' }).waitFor();
  await checkAxe(page);
});

test('a limit and headers are set in the form; header values are kept without being shown', async () => {
  const page = await suite.newPage();
  const { liveKey } = await suite.signUpOwner(page);
  await page.goto('/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('http://127.0.0.1:9/hook');
  await dialog.getByText('Advanced').click();
  await dialog.getByLabel('Deliveries per minute').fill('3');
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await dialog.getByLabel('Name of header 1').fill('Authorization');
  await dialog.getByLabel('Value of header 1').fill('Bearer 0123456789-wxyz');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText('Enter a whole number from 6 to 6,000').waitFor();
  await dialog.getByLabel('Deliveries per minute').fill('60');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const read = async () => (await call(suite.url, '/api/webhooks', undefined, { key: liveKey })).body.data[0];
  await expect.poll(async () => (await read())?.max_per_minute).toBe(60);
  expect((await read()).headers).toEqual([{ name: 'Authorization', hint: 'wxyz' }]);
});
