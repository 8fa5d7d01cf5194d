// Imports: upload, mapping, preview, progress and result.

import { readFile } from 'node:fs/promises';
import { writeXlsx } from '@leadline/testkit/files/write-xlsx';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite({ withWorker: true });

const OLD_LEADS = `First Name,Last Name,E-Mail,Created,Deal stage,Team size,Comments
Ana,Lopez,ana@acme.com,2024-03-31,Closed Won,40,"We need 40 laptops, with docking stations"
Bo,Ek,bo@initech.com,2025-02-14,Closed Lost,12,Please send a quote
Cy,Young,,2025-06-01,New,,Just looking
Dee,Ray,dee@globex.com,2025-03-31,Ghosted,8,Call me about 3 licences
`;

const choose = (page: Page, name: string, content: string | Buffer): Promise<void> =>
  page.getByLabel('File to import').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });

test('a file is mapped, previewed and imported once, and its rejected rows can be downloaded', async () => {
  const page = await suite.newPage({ tolerates: [/status of 400/] });
  const owner = await suite.signUpOwner(page);
  await page.goto('/imports');
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
  await checkAxe(page);
  await choose(page, 'old-leads.csv', OLD_LEADS);

  await page.getByRole('heading', { level: 1, name: 'old-leads.csv' }).waitFor();
  expect(await page.getByLabel('Map Comments to').inputValue()).toBe('message');
  await page.getByRole('row', { name: 'First Name Ana' }).waitFor();
  const preview = page.getByRole('region', { name: 'Preview of the first rows' });
  await expect.poll(() => preview.innerText()).toMatch(/Ana Lopez[\s\S]*Won[\s\S]*“Ghosted”/);
  await checkAxe(page);

  await page.getByLabel('Map E-Mail to').selectOption('Question and answer');
  await page.getByText('No column is mapped to email or phone').waitFor();
  expect(await page.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true);
  await page.getByLabel('Map E-Mail to').selectOption('Email');
  await page.getByLabel('Map Deal stage to').selectOption('Don’t import');
  await expect.poll(() => preview.innerText()).not.toContain('Ghosted');
  await page.getByLabel('Map Deal stage to').selectOption('Outcome');
  await page.getByLabel('Map Team size to').selectOption('Message');
  const comments = page.getByRole('row', { name: /^Comments/ });
  await comments.getByText('Message is now read from “Team size”').waitFor();
  await page
    .getByRole('status')
    .getByText('Message is now read from “Team size”, no longer from “Comments”.')
    .waitFor();
  await page.getByLabel('Map Comments to').selectOption('Message');
  await expect.poll(() => comments.innerText()).not.toContain('is now read from');
  await page.getByLabel('Map Team size to').selectOption('Don’t import');
  await expect.poll(() => preview.innerText()).toContain('Ghosted');

  await page.getByText('Choose a status for each word above to start.').waitFor();
  expect(await page.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true);
  await page.getByLabel('Status for Ghosted').selectOption('Lost');
  await expect.poll(() => preview.innerText()).not.toContain('Ghosted');
  await page.getByLabel('Status for Ghosted').selectOption('Don’t import these rows');
  await expect.poll(() => preview.innerText()).toContain('Ghosted');
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Finished').waitFor({ timeout: 30_000 });
  const figures = page.locator('dl');
  await expect
    .poll(() => figures.innerText())
    .toMatch(/Rows read\s+4\s+Leads stored\s+2\s+Rows rejected\s+2/);
  await page.getByRole('row', { name: /^4 No email or phone number.*Cy · Young/ }).waitFor();
  await page.getByRole('row', { name: /^5 Deal stage: “Ghosted”/ }).waitFor();
  await checkAxe(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download all' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('dee@globex.com');
  const { body } = await owner.person.call('/api/leads');
  expect(body.data).toHaveLength(2);
  const ana = body.data.find(({ name }: { name: string }) => name === 'Ana Lopez');
  const { body: detail } = await owner.person.call(`/api/leads/${ana.lead_id}`);
  expect(detail.data).toMatchObject({ outcome: 'won', lead: { custom_fields: {} } });

  await page.getByRole('link', { name: 'All imports' }).click();
  await choose(page, 'the-same.csv', OLD_LEADS);
  await page.getByText('You already uploaded this file').waitFor();
  await page.getByText('Finished').waitFor();
  expect((await owner.person.call('/api/leads')).body.data).toHaveLength(2);
});

test('an import that stopped at the plan’s limit can be resumed', async () => {
  const page = await suite.newPage({ colorScheme: 'dark', width: 390, height: 844 });
  const owner = await suite.signUpOwner(page);
  await suite.owner
    .insertInto('plans')
    .values({ name: 'two leads', monthly_leads: 2, requests_per_minute: 6_000 })
    .execute();
  const setPlan = (plan: string) =>
    suite.owner.updateTable('accounts').set({ plan }).where('name', '=', 'Acme').execute();
  await setPlan('two leads');
  await page.goto('/imports');
  await choose(page, 'five.csv', `email\n${[1, 2, 3, 4, 5].map((n) => `a${n}@acme.com`).join('\n')}\n`);
  await page.getByText('2 leads left this month').waitFor();
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText(/from line 4/).waitFor({ timeout: 30_000 });
  await checkAxe(page);
  await setPlan('unlimited');
  await page.getByRole('button', { name: 'Resume import' }).click();
  await page.getByText('Finished').waitFor({ timeout: 30_000 });
  await expect.poll(() => page.locator('dl').innerText()).toMatch(/Leads stored\s+5/);
  await page.getByRole('link', { name: 'See these leads' }).click();
  await page.waitForURL(/inbox\?tab=all&import=imp_\w+$/);
  await page.getByText('From one import').waitFor();
  await page.getByText('a3@acme.com').first().waitFor();
  expect((await owner.person.call('/api/leads')).body.data).toHaveLength(5);

  await page.goBack();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByText('except those that somebody has').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('status').getByText('Undone').waitFor({ timeout: 30_000 });
  await expect.poll(() => page.locator('dl').innerText()).toMatch(/Leads removed\s+5/);
  expect((await owner.person.call('/api/leads')).body.data).toHaveLength(0);
});

const workbookOf = (assignee: string) => [
  {
    name: 'Leads',
    rows: [
      ['Leads 2024'],
      [
        'Full name',
        'E-Mail',
        'Phone',
        'Firma',
        'Funktion',
        'Lead status',
        'Owner',
        'Message',
        'Notes',
        'Record ID',
      ],
      [
        'Ana Lopez',
        'ana@acme.com',
        4_915_112_345_678,
        'Acme',
        'CTO',
        'Kontaktiert',
        assignee,
        'We need 40 laptops',
        'Nice',
        7,
      ],
      [
        'Bo Ek',
        'bo@initech.com',
        null,
        'Initech',
        'Buyer',
        'Neu',
        'Sam Gone',
        'Please send a quote',
        'Later',
        8,
      ],
    ],
  },
  { name: 'Fair 2025', rows: [['Email'], ['dee@globex.com']] },
];

test('an Excel file is imported from file to leads, sheet by sheet, without the notes of the team', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const rep = await suite.addMember(owner, 'rep');
  await page.goto('/imports');
  const file = writeXlsx(workbookOf(rep.email));
  await choose(page, 'leads.xlsx', file);
  await page.getByRole('heading', { level: 1, name: 'leads.xlsx' }).waitFor();
  for (const [column, meaning] of [
    ['Firma', 'company'],
    ['Funktion', 'title'],
    ['Lead status', 'status'],
    ['Owner', 'assignee'],
    ['Notes', 'ignore'],
    ['Record ID', 'ignore'],
  ])
    expect(await page.getByLabel(`Map ${column} to`).inputValue()).toBe(meaning);
  await page
    .getByRole('row', { name: /^Notes/ })
    .getByText('Written by your team')
    .waitFor();
  const preview = page.getByRole('region', { name: 'Preview of the first rows' });
  await expect.poll(() => preview.innerText()).toMatch(/Ana Lopez[\s\S]*Contacted\s+[^–\s][\s\S]*New\s+–/);
  await page.getByText('“Sam Gone” is not a member').waitFor();
  await checkAxe(page);

  await page.getByLabel('Sheet').selectOption('Fair 2025');
  await expect.poll(() => preview.innerText()).toContain('dee@globex.com');
  await page.getByLabel('Sheet').selectOption('Leads');
  await expect.poll(() => preview.innerText()).toContain('Ana Lopez');
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Finished').waitFor({ timeout: 60_000 });
  await expect
    .poll(() => page.locator('dl').innerText())
    .toMatch(/Leads stored\s+2\s+Rows rejected\s+0\s+Without an assignee\s+1/);
  await page.getByRole('heading', { name: 'Other sheets' }).waitFor();
  await checkAxe(page);
  const { body } = await owner.person.call('/api/leads');
  const ana = body.data.find(({ name }: { name: string }) => name === 'Ana Lopez');
  const { body: detail } = await owner.person.call(`/api/leads/${ana.lead_id}`);
  expect(detail.data).toMatchObject({
    status: 'contacted',
    assignee: expect.stringMatching(/^user_/),
    lead: { phone: '4915112345678', custom_fields: { Company: 'Acme', 'Job title': 'CTO' } },
  });

  await page.getByRole('link', { name: 'All imports' }).click();
  await choose(page, 'leads.xlsx', file);
  await page.getByText('You already uploaded this file').waitFor();
  await page.getByRole('button', { name: 'Import “Fair 2025”' }).click();
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Finished').waitFor({ timeout: 60_000 });
  expect((await owner.person.call('/api/leads')).body.data).toHaveLength(3);
});

test('a file whose words for a status are unknown is imported with the chosen ones', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const viewer = await suite.addMember(owner, 'viewer');
  await page.goto('/imports');
  await choose(
    page,
    'words.csv',
    `email,Status,Owner\nana@acme.com,Ghosted,${viewer.email}\nbo@acme.com,New,\n`,
  );
  await page.getByLabel('Status for Ghosted').selectOption('Lost');
  await page.getByText('can’t work on leads, because their role is viewer.').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Finished').waitFor({ timeout: 30_000 });
  const { body } = await owner.person.call('/api/leads');
  const states = body.data.map(({ email, status }: Record<string, string>) => `${email} ${status}`);
  expect(states.toSorted()).toEqual(['ana@acme.com lost', 'bo@acme.com new']);
});

test('known status words can be changed, and answers left out, before the import starts', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await page.goto('/imports');
  const rows = ['ana@acme.com,On hold,,2026-09-03,green', 'bo@acme.com,Closed won,"1,200",2026-09-04,blue'];
  await choose(page, 'deals.csv', `email,Deal stage,Amount,Created,Favourite colour\n${rows.join('\n')}\n`);
  const preview = page.getByRole('region', { name: 'Preview of the first rows' });
  await expect.poll(() => preview.innerText()).toMatch(/3 Sept 2026\s+Contacted\s+–[\s\S]*Won\s+\$1,200/);
  const colour = page.getByRole('row', { name: /^Favourite colour/ });
  await colour.getByText('Answers count toward the score.').waitFor();
  await colour.getByRole('button', { name: 'Don’t import Favourite colour' }).click();
  expect(await page.getByLabel('Map Favourite colour to').inputValue()).toBe('ignore');
  await page.getByLabel('Status for On hold').selectOption('Qualified');
  await expect.poll(() => preview.innerText()).toContain('Qualified');
  await checkAxe(page);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Finished').waitFor({ timeout: 60_000 });
  const { body } = await owner.person.call('/api/leads');
  const ana = body.data.find(({ email }: { email: string }) => email === 'ana@acme.com');
  const { body: detail } = await owner.person.call(`/api/leads/${ana.lead_id}`);
  expect(detail.data).toMatchObject({ status: 'qualified', lead: { custom_fields: {} } });
});

test('a sheet that can’t be imported stays chosen, with the reason', async () => {
  const page = await suite.newPage({ tolerates: [/status of 400/] });
  await suite.signUpOwner(page);
  await page.goto('/imports');
  const sheets = [
    { name: 'Leads', rows: [['Email'], ['ana@acme.com']] },
    { name: 'Legend', rows: [['Email', 'Phone']] },
  ];
  await choose(page, 'legend.xlsx', writeXlsx(sheets));
  await page.getByLabel('Sheet').selectOption('Legend');
  await page.getByRole('alert').getByText('Sheet "Legend": the sheet has a header but no rows').waitFor();
  expect(await page.getByLabel('Sheet').inputValue()).toBe('Legend');
  expect(await page.getByRole('button', { name: 'Start import' }).count()).toBe(0);
  await page.getByLabel('Sheet').selectOption('Leads');
  await page.getByRole('button', { name: 'Start import' }).waitFor();
});

test('a broken workbook is rejected with advice, an upload can be cancelled and a file can be discarded', async () => {
  const page = await suite.newPage({ tolerates: [/status of 400/, /ERR_/] });
  await suite.signUpOwner(page);
  await page.goto('/imports');
  await choose(page, 'book.xlsx', Buffer.from('PK\u0003\u0004 and so on'));
  await page.getByRole('alert').getByText('save it again').waitFor();

  await page.route('**/api/imports?*', () => {}); // never answered
  await choose(page, 'leads.csv', OLD_LEADS);
  await page.getByText(/of \d+ B uploaded|Reading the file/).waitFor();
  await page.getByRole('link', { name: 'Connect' }).click();
  await page.getByRole('link', { name: 'Imports' }).click();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page.unroute('**/api/imports?*');

  await choose(page, 'leads.csv', OLD_LEADS);
  await page.getByRole('button', { name: 'Discard file' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard file' }).click();
  await page.getByText('The import was cancelled.').waitFor();
});

test('a reload keeps the preview, and a discarded file can be uploaded again', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/imports');
  const file = 'E-Mail,Comments\nana@acme.com,We need 40 laptops\n';
  const preview = page.getByRole('region', { name: 'Preview of the first rows' });
  await choose(page, 'some.csv', file);
  await preview.getByText('ana@acme.com').first().waitFor();
  await page.reload();
  await preview.getByText('ana@acme.com').first().waitFor();
  await page.getByRole('button', { name: 'Discard file' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard file' }).click();
  await page.getByRole('status').getByText('Cancelled').waitFor();

  await page.goto('/imports');
  await choose(page, 'some.csv', file);
  await preview.getByText('ana@acme.com').first().waitFor();
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Finished').waitFor();
});

test('people see which row is the header and can choose another', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/imports');
  await choose(page, 'report.csv', 'Export,March\nName,E-Mail\nAna,ana@acme.com\n');
  const header = page.getByLabel('Header');
  await expect.poll(() => header.inputValue()).toBe('1');
  await header.selectOption('2: Name, E-Mail');
  await page.getByLabel('Map E-Mail to').waitFor();
  expect(await header.inputValue()).toBe('2');
  const preview = page.getByRole('region', { name: 'Preview of the first rows' });
  await preview.getByText('ana@acme.com').first().waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Finished').waitFor({ timeout: 30_000 });
});

test('dates are asked about, other currencies named, and identical rows and bad dates reported', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await page.goto('/imports');
  const file = `email,Created,Status,Amount
ana@acme.com,03/04/2026,Won,"14.200,00 €"
bo@acme.com,05/04/2026,Won,"$1.200,00"
bo@acme.com,05/04/2026,Won,"$1.200,00"
cy@acme.com,soon,New,
`;
  await choose(page, 'deals.csv', file);
  const preview = page.getByRole('region', { name: 'Preview of the first rows' });
  await page.getByText('1 row of “Amount” in EUR: your account is in USD').waitFor();
  await page.getByText('1 row of “Created” without a date we can read').waitFor();
  expect(await page.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true);
  await page.getByText('Choose how dates are read to start.').waitFor();
  await checkAxe(page);
  await page.getByRole('radiogroup', { name: 'Which day is 03/04/2026?' }).getByLabel('3 April').check();
  await expect.poll(() => preview.innerText()).toMatch(/3 Apr 2026[\s\S]*\$1,200/);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Finished').waitFor({ timeout: 60_000 });
  await expect
    .poll(() => page.locator('dl').innerText())
    .toMatch(/Leads stored\s+3\s+Rows rejected\s+0\s+Identical rows\s+1/);
  await page.getByText('1 row had the same values as an earlier one.').waitFor();
  await page.getByRole('heading', { name: 'Warnings' }).waitFor();
  await page.getByRole('row', { name: /^2 Amount: “14.200,00 €” is in EUR/ }).waitFor();
  await page.getByRole('row', { name: /^5 Created: “soon” is not a valid date/ }).waitFor();
  await checkAxe(page);
  expect((await owner.person.call('/api/leads')).body.data).toHaveLength(3);
});
