// Settings, Business: name, currency, time zone, office hours and typical deal.

import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { errorResponse } from './support/error-response.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

test('an owner sets name, currency, time zone, office hours and typical deal', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await page.goto('/settings/business');
  const name = page.getByRole('textbox', { name: 'Name' });
  const save = page.getByRole('button', { name: 'Save' });
  await save.waitFor();
  expect(await save.isDisabled()).toBe(true);
  await name.fill('Berg & Söhne');
  await page.getByText('You have unsaved changes.').waitFor();
  await page.getByRole('combobox', { name: 'Currency' }).fill('euro');
  await page.getByRole('option', { name: 'EUR: Euro' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await page.getByLabel('Saturday').check();
  await page.getByLabel('Monday').uncheck();
  await page.getByLabel('Opens at').fill('08:30');
  await page.getByLabel('Closes at').fill('18:00');
  await page.getByLabel('Typical deal').fill('12,500');
  await page.getByText('Reads as €12,500').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the currency to EUR?' });
  await dialog.getByText('a deal of $10,000 will be shown as €10,000').waitFor();
  await dialog.getByRole('button', { name: 'Change currency' }).click();
  await page.getByText('Saved').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByText('Berg & Söhne').waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect((await owner.person.call('/api/account/profile')).body.data).toEqual({
    currency: 'EUR',
    time_zone: 'Europe/Berlin',
    office_days: [2, 3, 4, 5, 6],
    opens_at: '08:30',
    closes_at: '18:00',
    typical_deal: 12_500,
    lost_reasons: expect.arrayContaining(['Price']),
  });
  await page.getByRole('button', { name: 'Use this browser’s: UTC' }).click();
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toMatch(/^UTC/);
});

test('leaving with unsaved changes asks first, and the typical deal says what saving it does', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/settings/business');
  await page.getByText('publishes a new version of the scoring settings').waitFor();
  await page.getByLabel('Typical deal').fill('9000');
  await page.getByRole('link', { name: 're-score them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByText('Your changes to the business settings are not saved yet.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('Typical deal').inputValue()).toBe('9000');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('link', { name: 're-score them' }).click();
  await page.getByRole('heading', { level: 1, name: 'Scoring' }).waitFor();
});

test('typing replaces the chosen region, and text that matches none is not saved', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await page.goto('/settings/business');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  const currency = page.getByRole('combobox', { name: 'Currency' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await zone.click();
  await page.keyboard.type('Atlantis');
  expect(await zone.inputValue()).toBe('Atlantis');
  await page.keyboard.press('Tab');
  await page.getByText('Choose a time zone from the list').waitFor();
  expect(await zone.inputValue()).toBe('Atlantis');
  await page.getByRole('textbox', { name: 'Name' }).fill('Berg');
  await save.click();
  await expect.poll(() => zone.evaluate((input) => input === document.activeElement)).toBe(true);
  expect((await owner.person.call('/api/account/profile')).body.data.time_zone).toBe('UTC');
  await zone.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('lisbon');
  await currency.click();
  expect(await zone.inputValue()).toMatch(/^Europe\/Lisbon/);
  expect(await page.getByText('Choose a time zone from the list').count()).toBe(0);
  await page.keyboard.type('US Dollar');
  await page.keyboard.press('Enter');
  expect(await currency.inputValue()).toBe('USD: US Dollar');
  await save.click();
  await page.getByText('Saved').waitFor();
  const { data } = (await owner.person.call('/api/account/profile')).body;
  expect([data.time_zone, data.currency]).toEqual(['Europe/Lisbon', 'USD']);
});

test('hours that make no sense are explained, and so is a failure', async () => {
  const page = await suite.newPage({ tolerates: [/status of 503/, /status of 400/] });
  const owner = await suite.signUpOwner(page);
  await page.goto('/settings/business');
  await page.getByLabel('Closes at').fill('08:00');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await page.getByLabel(day).uncheck();
  await page.getByLabel('Typical deal').fill('a lot');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Choose a time after opening').waitFor();
  await page.getByText('Choose at least one day').waitFor();
  await page.getByText('Enter an amount like 24000 or 24,000.50').waitFor();
  await page.getByLabel('Closes at').fill('16:00');
  await page.getByLabel('Friday').check();
  await page.getByLabel('Typical deal').fill('');
  await page.route('**/api/account/profile', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill(errorResponse('overloaded', 'try again in a moment'))
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').getByText('Try again in a moment.').waitFor();
  expect((await owner.person.call('/api/account/profile')).body.data.closes_at).toBe('17:00');
});

test('if only a part can be saved, the rest stays as entered, with its error', async () => {
  const page = await suite.newPage({ tolerates: [/status of 400/] });
  const owner = await suite.signUpOwner(page);
  await page.goto('/settings/business');
  const name = page.getByRole('textbox', { name: 'Name' });
  const save = page.getByRole('button', { name: 'Save' });
  await name.fill('berg-soehne.example.com');
  await page.getByLabel('Closes at').fill('16:00');
  await save.click();
  await page.getByText(/must not contain a web address/).waitFor();
  expect(await name.inputValue()).toBe('berg-soehne.example.com');
  expect((await owner.person.call('/api/account/profile')).body.data.closes_at).toBe('16:00');
  await name.fill('Acme');
  await expect.poll(() => save.isDisabled()).toBe(true);
});
