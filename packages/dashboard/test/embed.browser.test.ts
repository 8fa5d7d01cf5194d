// The embeddable form on a page of another site: it can be used by keyboard, says what is wrong, and never runs what a
// page puts into its attributes.

import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { startOtherSite } from './support/other-site.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

interface Shown {
  readonly page: Page;
  readonly owner: Owner;
  readonly origin: string;
  readonly form: Locator;
}

/** Opens a page of another site with the form on it. */
async function showForm(
  attributes = '',
  {
    csp = '',
    colorScheme = 'light' as const,
    tolerates = [] as RegExp[],
    token = null as string | null,
  } = {},
): Promise<Shown> {
  const owner = await suite.newOwner();
  const { body } = await owner.person.call('/api/keys', { name: 'Form', scope: 'intake' });
  const key = token ?? body.data.key;
  const policy = csp === '' ? '' : `<meta http-equiv="Content-Security-Policy" content="${csp}">`;
  const site = await startOtherSite(`<html lang="en"><head><title>Acme</title>${policy}
    <style>* { color: red !important; display: inline } input { visibility: hidden }</style></head>
    <body><main><h1>Contact us</h1>
    <script src="${suite.url}/embed.js" data-token="${key}" ${attributes}></script></main></body></html>`);
  onTestFinished(() => site.close());
  const page = await suite.newPage({ colorScheme, tolerates });
  await page.goto(site.crossSite);
  const form = page.locator('[data-leadline-form] form');
  return { page, owner, origin: new URL(site.crossSite).origin, form };
}

const leadsOf = async ({ person }: Owner) => (await person.call('/api/leads')).body.data;

test('a visitor sends the form by keyboard alone, and the lead arrives', async () => {
  const { page, owner, form, origin } = await showForm(
    'data-fields="name,email*,phone,company,message,budget"',
  );
  await form.waitFor();
  await checkAxe(page);
  for (const [label, text] of [
    ['Name (optional)', 'Ana Lopez'],
    ['Email', 'ana@acme.com'],
    ['Phone (optional)', '+1 212 555 0123'],
    ['Company (optional)', 'Acme'],
    ['Message (optional)', 'We need 40 laptops by Friday'],
    ['Budget (optional)', '$50,000'],
  ] as const) {
    await page.keyboard.press('Tab');
    expect(await focusedLabel(page)).toBe(label);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(
      () => document.querySelector('[data-leadline-form]')?.shadowRoot?.activeElement?.textContent,
    ),
  ).toBe('Send');
  // A person takes longer than the two seconds that the bot check asks for.
  await page.waitForFunction(() => performance.now() > 2_500);
  await page.keyboard.press('Enter');
  const thanks = page.getByRole('status');
  await thanks.waitFor();
  expect(await thanks.innerText()).toBe('Thank you. Your message has been sent.');
  expect(
    await page.evaluate(() =>
      document.querySelector('[data-leadline-form]')?.shadowRoot?.activeElement?.getAttribute('role'),
    ),
  ).toBe('status');
  await checkAxe(page);
  const [lead] = await leadsOf(owner);
  const { data } = (await owner.person.call(`/api/leads/${lead.lead_id}`)).body;
  expect(data.lead).toEqual({
    name: 'Ana Lopez',
    email: 'ana@acme.com',
    phone: '+1 212 555 0123',
    message: 'We need 40 laptops by Friday',
    budget: '$50,000',
    source: 'website',
    custom_fields: { company: 'Acme', page_url: `${origin}/` },
  });
  expect(lead.grade).not.toBe('Spam');
  expect(await page.context().cookies()).toEqual([]);
});

test('what is wrong is said at the field, read out and focused', async () => {
  const { page, form, owner } = await showForm('data-fields="name*,email,phone"');
  await form.getByRole('button', { name: 'Send' }).click();
  const name = form.getByLabel('Name');
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await describedBy(name)).toBe('Please fill in this field.');
  expect(await focusedLabel(page)).toBe('Name');
  await name.fill('Ana');
  expect(await name.getAttribute('aria-invalid')).toBeNull();
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('alert').getByText('Please enter your email address or phone number.').waitFor();
  await form.getByLabel('Email').fill('nonsense');
  await form.getByRole('button', { name: 'Send' }).click();
  expect(await describedBy(form.getByLabel('Email'))).toBe('Please enter a valid email address.');
  await checkAxe(page);
  expect(await leadsOf(owner)).toEqual([]);
});

test('a rejected form keeps its answers and says so', async () => {
  const token = `ll_intake_${'a'.repeat(38)}`;
  const { page, form } = await showForm('', {
    token,
    tolerates: [/status of 401|ERR_INTERNET_DISCONNECTED/],
  });
  await form.getByLabel('Email').fill('ana@acme.com');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('alert').getByText('Please contact us in another way.').waitFor();
  expect(await form.getByLabel('Email').inputValue()).toBe('ana@acme.com');
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('alert').getByText('Please try again in a minute.').waitFor();
});

test('a bot that fills in everything at once is thanked, and its lead is spam', async () => {
  const { page, form, owner } = await showForm();
  await form.waitFor();
  await page.evaluate(() => {
    const { shadowRoot } = document.querySelector('[data-leadline-form]') as HTMLElement;
    for (const input of shadowRoot?.querySelectorAll('input, textarea') ?? [])
      (input as HTMLInputElement).value = 'bot@spam.example';
    shadowRoot?.querySelector('button')?.click();
  });
  await page.getByRole('status').getByText('Thank you').waitFor();
  const [lead] = await leadsOf(owner);
  expect(lead.grade).toBe('Spam');
});

test('only the sites that the account allows can read the answer; the lead arrives in any case', async () => {
  const { page, form, owner, origin } = await showForm('', {
    tolerates: [/blocked by CORS policy|net::ERR_FAILED/],
  });
  const allow = (origins: string[]) =>
    owner.person.call('/api/account/origins', { origins }, { method: 'PUT' });
  expect((await allow(['https://www.acme.example'])).status).toBe(200);
  await page.waitForTimeout(4_500); // how long a key is cached
  await form.getByLabel('Email').fill('ana@acme.com');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('alert').getByText('Please try again in a minute.').waitFor();
  expect(await leadsOf(owner)).toHaveLength(1);
  await allow(['https://www.acme.example', origin]);
  await page.waitForTimeout(4_500);
  await form.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('status').getByText('Thank you').waitFor();
  expect(await leadsOf(owner)).toHaveLength(1);
});

test('texts from attributes are shown as text, on a page that allows no inline code', async () => {
  const evil = '<img src=x onerror=window.__xss=1><script>window.__xss=1</script>';
  const quoted = evil.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const names = [
    'title',
    'button',
    'label-name',
    'label-email',
    'text-thanks',
    'text-required',
    'source',
    'theme',
  ];
  const attributes = names.map((name) => `data-${name}="${quoted}"`).join(' ');
  const csp = `default-src 'none'; script-src ${suite.url}; connect-src ${suite.url}; style-src 'none'`;
  const { page, form } = await showForm(
    `${attributes} data-language="de" data-fields="name*,email*,constructor,__proto__,${quoted}"`,
    { csp, tolerates: [/Content Security Policy/] },
  );
  await form.getByRole('button').click();
  expect(await form.getByRole('heading').innerText()).toBe(evil);
  expect(await form.getByRole('textbox').count()).toBe(2);
  expect(await describedBy(form.getByRole('textbox').first())).toBe(evil);
  expect(await form.locator('img, script').count()).toBe(0);
  await form.getByRole('textbox').first().fill('Ana');
  await form.getByRole('textbox').last().fill('ana@acme.com');
  await form.getByRole('button').click();
  await page.getByRole('status').getByText(evil).waitFor();
  expect(await page.evaluate(() => '__xss' in window)).toBe(false);
});

test('the form looks the same whatever the styles of the page, in light and in dark', async () => {
  for (const [theme, color] of [
    ['light', 'rgb(27, 31, 36)'],
    ['dark', 'rgb(241, 243, 245)'],
  ]) {
    const { page, form } = await showForm(`data-theme="${theme}" data-language="fr" data-title="Contact"`);
    const email = form.getByLabel('E-mail');
    expect(await email.isVisible()).toBe(true);
    expect(await email.evaluate((element) => getComputedStyle(element).color)).toBe(color);
    await page.addStyleTag({ content: ':root { --leadline-accent: rgb(1, 2, 3) }' });
    const button = form.getByRole('button', { name: 'Envoyer' });
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(1, 2, 3)',
    );
  }
});

test('the thank-you page and the error page of a plain form are accessible', async () => {
  const owner = await suite.newOwner();
  const { body } = await owner.person.call('/api/keys', { name: 'Form', scope: 'intake' });
  const site = await startOtherSite(`<html lang="en"><title>Acme</title>
    <form method="post" enctype="multipart/form-data" action="${suite.url}/api/intake/${body.data.key}">
    <label>Email <input name="email"></label><label>File <input name="file" type="file"></label><button>Send</button></form>`);
  onTestFinished(() => site.close());
  const page = await suite.newPage({ tolerates: [/status of 400/] });
  await page.goto(site.crossSite);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Your message was not sent' }).waitFor();
  await checkAxe(page);
  await page.getByRole('link', { name: 'Back to the form' }).click();
  await page.getByLabel('Email').fill('ana@acme.com');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await checkAxe(page);
  const [lead] = await leadsOf(owner);
  const { data } = (await owner.person.call(`/api/leads/${lead.lead_id}`)).body;
  expect(data.lead.custom_fields).toEqual({ file: 'plan.pdf' });
});

test('the guide shows a snippet with the new key, a preview that sends nothing, and the sites', async () => {
  const page = await suite.newPage({ tolerates: [/status of 400/] });
  const owner = await suite.signUpOwner(page);
  await page.goto('/connect?with=embed');
  await page.getByRole('button', { name: 'Create an intake key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('Intake key “Embeddable form”').inputValue();
  await page.getByRole('checkbox', { name: 'Phone' }).check();
  const code = await page.getByRole('region', { name: 'embed code' }).innerText();
  expect(code).toContain(`src="${suite.url}/embed.js"`);
  expect(code).toContain(`data-token="${key}"`);
  expect(code).toContain('data-fields="name,email*,phone,message"');
  const preview = page.locator('[data-leadline-form]');
  await preview.getByLabel('Phone (optional)').waitFor();
  await checkAxe(page);
  await preview.getByLabel('Email').fill('ana@acme.com');
  await preview.getByRole('button', { name: 'Send' }).click();
  await preview.getByText('Thank you').waitFor();
  expect(await leadsOf(owner)).toEqual([]);
  await page.getByLabel('Your sites').fill('https://www.acme.example/\nhttp://acme.example');
  await page.getByRole('button', { name: 'Save sites' }).click();
  await page.getByText('must begin with https://').waitFor();
  await page.getByLabel('Your sites').fill('https://www.acme.example/');
  await page.getByRole('button', { name: 'Save sites' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await page.getByLabel('Your sites').inputValue()).toBe('https://www.acme.example');
  await checkAxe(page);
});

/** The text of the label of the focused field, inside the shadow root too. */
const focusedLabel = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.querySelector('[data-leadline-form]')?.shadowRoot?.activeElement;
    return (focused as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '';
  });

const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    const root = element.getRootNode() as ShadowRoot;
    return root.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  });
