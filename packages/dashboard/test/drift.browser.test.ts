// Settings → Model → What has changed: the states of the section, acknowledging, and the choice of emails.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const PAGE = '/settings/model';
const section = (page: Page) => page.getByRole('region', { name: 'What has changed', exact: true });

/** What a look of the worker finds. */
interface StoredDrift {
  readonly kind: 'share' | 'win_rate';
  readonly field: string | null;
  readonly level: string | null;
  readonly fieldLabel: string | null;
  readonly levelLabel: string | null;
  readonly before: { readonly share: number; readonly count: number; readonly leads: number };
  readonly after: { readonly share: number; readonly count: number; readonly leads: number };
  readonly shown: null;
  readonly horizonWeeks: number | null;
  readonly since: Date;
}

async function storeDrift({ accountId }: Owner, drift: StoredDrift): Promise<void> {
  const { kind, field, level, since, ...figures } = drift;
  await suite.owner
    .insertInto('drifts')
    .values({
      account_id: accountId.replace('acct_', ''),
      id: crypto.randomUUID().replaceAll('-', ''),
      kind,
      field,
      level,
      since,
      figures: JSON.stringify(figures),
      status: 'open',
      raised_at: new Date(),
    })
    .execute();
}

const SHARE: StoredDrift = {
  kind: 'share',
  field: 'source',
  level: 'trade fair',
  fieldLabel: 'Source',
  levelLabel: 'trade fair',
  before: { share: 0.12, count: 151, leads: 1255 },
  after: { share: 0.31, count: 89, leads: 287 },
  shown: null,
  horizonWeeks: null,
  since: new Date('2026-09-14T00:00:00Z'),
};

const WIN_RATE: StoredDrift = {
  kind: 'win_rate',
  field: null,
  level: null,
  fieldLabel: null,
  levelLabel: null,
  before: { share: 0.34, count: 214, leads: 629 },
  after: { share: 0.17, count: 31, leads: 182 },
  shown: null,
  horizonWeeks: 3,
  since: new Date('2026-09-07T00:00:00Z'),
};

for (const [colorScheme, width, height] of [
  ['light', 1440, 900],
  ['light', 390, 844],
  ['dark', 1440, 900],
  ['dark', 390, 844],
] as const) {
  test(`changes are shown as sentences and can be acknowledged, ${colorScheme} at ${width}`, async () => {
    const page = await suite.newPage({ colorScheme, width, height });
    const owner = await suite.signUpOwner(page);
    await page.goto(PAGE);
    await section(page).getByText('Nothing has been compared yet.').waitFor();
    await checkAxe(page);

    await storeDrift(owner, SHARE);
    await storeDrift(owner, WIN_RATE);
    await page.reload();
    const open = section(page).getByRole('list', { name: 'Changes', exact: true });
    await open
      .getByText(
        'Leads from “trade fair” were 12% of all leads until 14 September 2026 and are 31% since (89 of 287).',
      )
      .waitFor();
    await open
      .getByText(
        'Of all leads, 34% were won until 7 September 2026 and 17% since (31 of 182), counting outcomes within 3 weeks.',
      )
      .waitFor();
    await checkAxe(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await takePicture(page, `drift-${colorScheme}-${width}`);

    await open.getByRole('button', { name: /^Acknowledge: Of all leads/ }).click();
    const earlier = section(page).getByRole('list', { name: 'Earlier changes' });
    await earlier.getByText('Acknowledged').waitFor();
    expect(await open.getByRole('listitem').count()).toBe(1);
    await open.getByRole('button', { name: /^Acknowledge: Leads from/ }).click();
    await section(page).getByText('Nothing has', { exact: false }).first().waitFor();
    expect(await earlier.getByRole('listitem').count()).toBe(2);
    await checkAxe(page);
    await takePicture(page, `drift-acknowledged-${colorScheme}-${width}`);
  });
}

/** Only if somebody wants to look at them. */
async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES !== undefined) await section(page).screenshot({ path: `screenshots/${name}.png` });
}

test('only owners choose the email about changes', async () => {
  const page = await suite.newPage();
  const owner = await suite.newOwner();
  await suite.signIn(page, await suite.addMember(owner, 'rep'));
  await page.goto('/settings/alerts');
  await page.getByRole('heading', { name: 'Daily digest' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Changes in your leads' }).count()).toBe(0);
});
