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
    colorScheme = 'light' as 'light' | 'dark',
    tolerates = [] as RegExp[],
    token = null as string | null,
    owner: given = null as Owner | null,
    path = '',
    style = '* { color: red !important; display: inline } input { visibility: hidden }',
  } = {},
): Promise<Shown> {
  const owner = given ?? (await suite.newOwner());
  const { body } = await owner.person.call('/api/keys', { name: 'Form', scope: 'intake' });
  const key = token ?? body.data.key;
  const policy = csp === '' ? '' : `<meta http-equiv="Content-Security-Policy" content="${csp}">`;
  const site = await startOtherSite(`<html lang="en"><head><title>Acme</title>${policy}
    <style>${style}</style></head>
    <body><main><h1>Contact us</h1>
    <script src="${suite.url}/embed.js" data-token="${key}" ${attributes}></script></main></body></html>`);
  onTestFinished(() => site.close());
  const page = await suite.newPage({ colorScheme, tolerates });
  await page.goto(site.crossSite + path);
  const form = page.locator('[data-leadline-form] form');
  return { page, owner, origin: new URL(site.crossSite).origin, form };
}

/** The color of the form's text on a dark page, and on any other. */
const LIGHT_TEXT = { yes: 'rgb(241, 243, 245)', not: 'rgb(27, 31, 36)' } as const;

const leadsOf = async ({ person }: Owner) => (await person.call('/api/leads')).body.data;

test('a visitor sends the form by keyboard alone, and the lead arrives', async () => {
  const { page, owner, form, origin } = await showForm(
    'data-fields="name,email*,phone,company,message,budget"',
  );
  await form.waitFor();
  await page.getByRole('form', { name: 'Contact form' }).waitFor();
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
    source: 'Form',
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
  expect(await describedBy(name)).toBe('Enter your name.');
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

test('a missing answer names the field by the label that the site gave it', async () => {
  const { form } = await showForm('data-fields="email*,message*" data-label-message="What do you need?"');
  await form.getByRole('button', { name: 'Send' }).click();
  expect(await describedBy(form.getByLabel('Email'))).toBe('Enter your email.');
  expect(await describedBy(form.getByLabel('What do you need?'))).toBe('Please fill in “What do you need?”.');
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

test('a visitor of a site that the account does not list is thanked, and the lead arrives once', async () => {
  const owner = await suite.newOwner();
  const origins = ['https://www.acme.example'];
  const { status } = await owner.person.call('/api/account/origins', { origins }, { method: 'PUT' });
  expect(status).toBe(200);
  const { page, form } = await showForm('', { owner });
  await form.getByLabel('Email').fill('ana@acme.com');
  await form.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('status').getByText('Thank you').waitFor();
  expect(await leadsOf(owner)).toHaveLength(1);
});

test('a visitor who tries again after a lost answer does not become a second lead', async () => {
  const { page, form, owner } = await showForm('', { tolerates: [/ERR_FAILED/] });
  let sent = 0;
  await page.route('**/api/intake/*', async (route) => {
    sent += 1;
    const response = await route.fetch();
    if (sent === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await form.getByLabel('Email').fill('ana@acme.com');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('alert').getByText('Please try again in a minute.').waitFor();
  // Until now, the form was sent faster than the bot check allows.
  await page.waitForFunction(() => performance.now() > 6_000);
  await form.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('status').getByText('Thank you').waitFor();
  expect(sent).toBe(2);
  expect(await leadsOf(owner)).toHaveLength(1);
});

test('the campaign in the page’s URL is sent with the lead, and nothing else of its query', async () => {
  const { page, form, owner, origin } = await showForm('data-source="Landing page"', {
    path: 'offer?utm_source=google&utm_medium=cpc&utm_campaign=Autumn%20sale&utm_content=&email=x%40y.de&gclid=1#top',
  });
  await form.getByLabel('Email').fill('ana@acme.com');
  await page.waitForFunction(() => performance.now() > 2_500);
  await form.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('status').getByText('Thank you').waitFor();
  const [lead] = await leadsOf(owner);
  const { data } = (await owner.person.call(`/api/leads/${lead.lead_id}`)).body;
  expect(data.lead.source).toBe('google');
  expect(data.lead.custom_fields).toEqual({
    utm_medium: 'cpc',
    utm_campaign: 'Autumn sale',
    page_url: `${origin}/offer`,
  });
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

test.each([
  ['dark', '', LIGHT_TEXT.not],
  ['dark', 'body { background: white; color: #222 }', LIGHT_TEXT.not],
  ['dark', ':root { color-scheme: light dark }', LIGHT_TEXT.yes],
  ['light', ':root { color-scheme: light dark }', LIGHT_TEXT.not],
  ['light', 'main { background: oklch(20% 0.02 260) }', LIGHT_TEXT.yes],
  ['light', 'body { background: linear-gradient(#000, #222); color: #eee }', LIGHT_TEXT.yes],
  ['dark', 'body { background: black } main { background: rgb(250 250 250) }', LIGHT_TEXT.not],
] as const)(
  'for a visitor who prefers %s, the form suits a page with the style “%s”',
  async (colorScheme, style, color) => {
    const { form } = await showForm('', { colorScheme, style });
    const email = form.getByLabel('Email');
    expect(await email.evaluate((element) => getComputedStyle(element).color)).toBe(color);
  },
);

test('the form follows a page that changes its theme', async () => {
  const { page, form } = await showForm('', {
    style: 'body { background: #fff } .dark body { background: #111 }',
  });
  const color = () => form.getByLabel('Email').evaluate((element) => getComputedStyle(element).color);
  expect(await color()).toBe(LIGHT_TEXT.not);
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  await expect.poll(color).toBe(LIGHT_TEXT.yes);
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
  expect(await page.getByLabel('URL', { exact: true }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Phone', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Name is required' }).check();
  await page.getByLabel('Colors').selectOption('Light');
  await page.getByLabel('Source').first().fill('Landing "A"');
  const code = await page.getByRole('region', { name: 'embed code' }).innerText();
  expect(code).toContain(`src="${suite.url}/embed.js"`);
  expect(code).toContain(`data-token="${key}"`);
  expect(code).toContain('data-fields="name*,email*,phone,message"');
  expect(code).toContain('data-theme="light"');
  expect(code).toContain('data-source="Landing &quot;A&quot;"');
  const preview = page.locator('[data-leadline-form]');
  await preview.getByLabel('Phone (optional)').waitFor();
  await checkAxe(page);
  await preview.getByLabel('Name').fill('Ana');
  await preview.getByLabel('Email').fill('ana@acme.com');
  await preview.getByRole('button', { name: 'Send' }).click();
  await preview.getByText('Thank you').waitFor();
  expect(await leadsOf(owner)).toEqual([]);
  await page.getByLabel('Your sites').fill('https://www.acme.example/\n\nlocalhost:7892');
  await page.getByRole('button', { name: 'Save sites' }).click();
  await page.getByText('Line 3: start with https://, such as https://www.example.com').waitFor();
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
