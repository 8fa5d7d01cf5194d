// Text from leads is never run or rendered as HTML: more than a hundred payloads, in every field of a lead.

import { call } from '@leadline/testkit/http/call';
import { postForm } from '@leadline/testkit/http/post-form';
import { isNightly } from '@leadline/testkit/size';
import { Receiver } from '@leadline/testkit/webhooks/receiver';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PAGES } from '../src/navigation/page-paths.ts';
import { type ScriptTrap, setScriptTrap } from './support/script-trap.ts';
import { type Owner, Person, useBrowserSuite } from './support/suite.ts';
import { XSS_PAYLOADS } from './xss-payloads.ts';

const suite = useBrowserSuite({ withWorker: true });

/** Collapses white space. */
const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
const readText = async (page: Page): Promise<string> =>
  tidy(await page.evaluate(() => document.body.textContent));

/** Without the Content-Security-Policy, which would hide holes. */
async function openTrapped(
  { person }: Owner,
  tolerates: readonly RegExp[] = [],
): Promise<[Page, ScriptTrap]> {
  const page = await suite.newPage({ bypassCSP: true, tolerates });
  await suite.signIn(page, person);
  return [page, setScriptTrap(page, suite.url)];
}

const makeHostileLead = (payload: string) => ({
  name: payload,
  email: `${payload}@example.com`,
  phone: payload,
  budget: payload,
  message: payload,
  source: payload,
  custom_fields: { [payload.slice(-1_000)]: payload, 'When do you want to start?': payload },
});

/** On a push, one of eight payloads; all of them in the nightly run. */
const PAYLOADS = XSS_PAYLOADS.filter((_, index) => isNightly || index % 8 === 0);

describe('a payload in a lead', () => {
  let owner: Owner;
  /** As stored: intake tidies white space. */
  const stored: { id: string; name: string; message: string }[] = [];

  beforeAll(async () => {
    owner = await suite.newOwner();
    for (const payload of PAYLOADS) {
      const id = await suite.postLead(owner, makeHostileLead(payload));
      const { body } = await owner.person.call(`/api/leads/${id}`);
      stored.push({ id, name: tidy(body.data.lead.name), message: tidy(body.data.lead.message) });
    }
  });

  /** Navigates like a link, without a full page load. */
  const goTo = (page: Page, path: string): Promise<void> =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);

  test('is shown as text in the inbox', async () => {
    const [page, trap] = await openTrapped(owner);
    await page.goto('/inbox?outcome=all');
    // The list cuts what is too long to show.
    const unseen = new Set(stored.map(({ name }) => name.slice(0, 200)));
    await page.mouse.move(640, 500);
    await expect
      .poll(
        async () => {
          const text = await readText(page);
          for (const name of unseen) if (text.includes(name)) unseen.delete(name);
          await trap.expectNothing('inbox');
          await page.mouse.wheel(0, 400);
          return [...unseen];
        },
        { timeout: 60_000, interval: 50 },
      )
      .toEqual([]);
  });

  test('is shown as text on the lead’s page, in every tab', async () => {
    const [page, trap] = await openTrapped(owner);
    await page.goto(`/leads/${stored[0]?.id}`);
    for (const { id, name, message } of stored) {
      await goTo(page, `/leads/${id}`);
      const heading = page.getByRole('heading', { level: 1 });
      await expect.poll(async () => tidy(await heading.innerText())).toBe(name);
      await expect.poll(() => readText(page)).toContain(message);
      await page.getByRole('tab', { name: 'What if' }).click();
      await page.getByRole('tabpanel').getByRole('textbox', { name: 'Message' }).waitFor();
      await trap.expectNothing(message);
      await page.getByRole('tab', { name: 'Overview' }).click();
      await trap.expectNothing(message);
    }
  });
});

/** As many as the number of sources that insights shows. */
const CHUNK = 20;
const chunks = Array.from({ length: Math.ceil(PAYLOADS.length / CHUNK) }, (_, place) =>
  PAYLOADS.slice(place * CHUNK, (place + 1) * CHUNK),
);

describe.each(chunks.map((payloads, place) => ({ place, payloads })))(
  'payloads, part $place',
  ({ payloads }) => {
    test('are shown as text on the pages for visitors and in the embedded form', async () => {
      const owner = await suite.newOwner();
      const { body } = await owner.person.call('/api/keys', { name: 'Form', scope: 'intake' });
      const [page, trap] = await openTrapped(owner, [/favicon\.ico/]); // a plain page has no icon of its own
      for (const payload of payloads) {
        const form = { email: 'ana@acme.com', _redirect: payload, [payload]: 'x'.repeat(30_000) };
        const answer = await postForm(`${suite.url}/api/intake/${body.data.key}`, form, {
          Referer: `https://acme.example/?${encodeURIComponent(payload)}`,
        });
        expect(answer).toMatchObject({ status: 400, type: 'text/html; charset=utf-8' });
        await page.goto('/healthz');
        await page.setContent(answer.text);
        await trap.expectNothing(payload);
        await page.evaluate((text) => {
          const script = document.createElement('script');
          script.src = '/embed.js';
          const names =
            'fields language title button labelName labelEmail textThanks textContact theme source';
          for (const name of ['preview', ...names.split(' ')]) script.dataset[name] = text;
          script.dataset.fields = `name*,email,${text}`;
          document.body.replaceChildren(script);
        }, payload);
        await page.locator('[data-leadline-form] form button').click();
        await trap.expectNothing(payload);
        await page.locator('[data-leadline-form] form input').first().fill('Ana');
        await page.locator('[data-leadline-form] form input').nth(1).fill('ana@acme.com');
        await page.locator('[data-leadline-form] form button').click();
        await page.locator('[data-leadline-form]').getByRole('status').waitFor();
        await trap.expectNothing(payload);
      }
    });

    test('are shown as text in recent requests, and as the name of a source', async () => {
      const owner = await suite.newOwner();
      for (const payload of payloads) {
        const { liveKey: key } = owner;
        await suite.postLead(owner, makeHostileLead(payload));
        const headers = { 'Content-Type': 'text/plain' };
        expect((await call(suite.url, '/api/webhook.php', payload, { key, headers })).status).toBe(400);
      }
      const [page, trap] = await openTrapped(owner);
      await page.goto('/connect');
      const requests = page.getByRole('button', { name: /Accepted|Rejected/ });
      await expect.poll(() => requests.count()).toBe(payloads.length * 2);
      for (const request of await requests.all()) {
        await request.click();
        await page.getByRole('heading', { name: 'Request body' }).waitFor();
        await page.getByRole('status', { name: 'Loading fields' }).waitFor({ state: 'detached' });
        await trap.expectNothing('connect');
      }
      await page.goto('/insights');
      for (const payload of payloads) {
        await expect.poll(() => readText(page)).toContain(tidy(payload).slice(0, 40));
      }
      await trap.expectNothing('insights');
    });

    test('are shown as text in an import, from its preview to the rejected rows', async () => {
      const owner = await suite.newOwner();
      const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
      const csv = [
        ['Name', 'E-mail', ...payloads.map((payload) => `Question ${payload.slice(-150)}`)],
        ...payloads.map((payload) => [payload, `${payload}@example.com`, ...payloads.map(() => payload)]),
        ...payloads.map((payload) => [payload, '', ...payloads.map(() => '')]),
      ].map((row) => row.map(quote).join(','));
      const { body, text } = await owner.person.call(
        `/api/imports?file_name=${encodeURIComponent(payloads[0]?.slice(0, 200) ?? '')}`,
        csv.join('\r\n'),
        { headers: { 'Content-Type': 'text/csv' } },
      );
      expect(body.success, text).toBe(true);
      const [page, trap] = await openTrapped(owner);
      await page.goto(`/imports?id=${body.data.import_id}`);
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
      for (const payload of payloads) {
        await expect.poll(() => readText(page)).toContain(tidy(payload.slice(-150)));
      }
      await trap.expectNothing('preview');
      await page.getByRole('button', { name: 'Start import' }).click();
      await page.getByRole('heading', { name: 'Rejected rows' }).waitFor({ timeout: 30_000 });
      await expect.poll(() => readText(page)).toContain(tidy(payloads[0] ?? ''));
      await trap.expectNothing('rejected rows');
      await page.goto('/imports');
      await page.getByRole('table').waitFor();
      await trap.expectNothing('past imports');
    });

    test('are shown as text in notes, reasons and feedback of a lead', async () => {
      const owner = await suite.newOwner();
      const leadId = await suite.postLead(owner);
      const path = `/api/leads/${leadId}`;
      for (const payload of payloads) {
        const note = payload.slice(0, 2_000);
        await expectSaved(owner.person.call(path, { note }, { method: 'PATCH' }));
        await expectSaved(owner.person.call(`${path}/feedback`, { verdict: 'too_low', reason: note }));
      }
      const reason = payloads[0]?.slice(0, 500);
      await expectSaved(owner.person.call(`${path}/outcome`, { outcome: 'lost', reason }));
      const [page, trap] = await openTrapped(owner);
      await page.goto(`/leads/${leadId}`);
      await page
        .getByRole('region', { name: 'Timeline' })
        .getByRole('button', { name: /^Show all/ })
        .click();
      for (const payload of payloads)
        await expect.poll(() => readText(page)).toContain(tidy(payload.slice(0, 2_000)));
      await trap.expectNothing('timeline');
      await page.goto('/inbox?work=all');
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await trap.expectNothing('inbox');
    });

    test('are shown as text in the response of a webhook receiver', async () => {
      const owner = await suite.newOwner();
      const receiver = await Receiver.start();
      onTestFinished(() => receiver.close());
      const { body } = await owner.person.call('/api/webhooks', {
        url: `${receiver.url}/${encodeURIComponent(payloads[0] ?? '')}`,
        description: payloads[0]?.slice(0, 100),
      });
      const path = `/api/webhooks/${body.data.webhook_id}`;
      for (const [count, payload] of payloads.entries()) {
        receiver.answer(200, payload);
        await owner.person.call(`${path}/test`, undefined, { method: 'POST' });
        await expect.poll(() => receiver.unverified.length).toBe(count + 1);
      }
      const [page, trap] = await openTrapped(owner);
      await page.goto(`/webhooks?id=${body.data.webhook_id}`);
      const responses = page.getByText('Response', { exact: true });
      await expect.poll(() => responses.count()).toBe(payloads.length);
      for (const response of await responses.all()) await response.click();
      const shown = await readText(page);
      for (const payload of payloads) expect(shown).toContain(tidy(payload).slice(0, 40));
      await trap.expectNothing('deliveries');
      await page.goto('/webhooks');
      await page.getByRole('list', { name: 'Webhooks' }).waitFor();
      await trap.expectNothing('webhooks');
    });
  },
);

test('payloads in names of people, companies, keys and views are shown as text on every page', async () => {
  for (const payload of [
    '<img src=x onerror=window.__xss=1>',
    '"><svg onload=window.__xss=1>',
    'javascript:alert(1)',
  ].slice(0, isNightly ? 3 : 1)) {
    const owner = await suite.newOwner(payload);
    const { person } = owner;
    await person.call('/api/auth/update-user', { name: payload });
    await person.call('/api/keys', { name: payload });
    await person.call('/api/views', { name: payload, query: payload });
    await suite.addMember(owner, 'rep');
    const [page, trap] = await openTrapped(owner);
    for (const path of [
      PAGES.inbox,
      PAGES.connect,
      PAGES.profile,
      PAGES.business,
      PAGES.keys,
      PAGES.team,
      PAGES.audit,
    ]) {
      await page.goto(path);
      await page.getByRole('navigation', { name: 'Main' }).getByText(payload).first().waitFor();
      await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0);
      await trap.expectNothing(path);
    }
    const invitation = await suite.invite(person, 'guest@example.org', 'rep');
    await page.context().clearCookies();
    await suite.signIn(page, await signUpGuest());
    await page.goto(invitation);
    await page.getByRole('heading', { name: payload }).waitFor();
    await trap.expectNothing('invitation');
  }
});

let guest: Person | null = null;
async function signUpGuest(): Promise<Person> {
  if (guest === null) {
    guest = new Person(() => suite.url, 'guest@example.org');
    await guest.signUp();
  }
  return guest;
}

async function expectSaved(asked: ReturnType<Person['call']>): Promise<void> {
  const { status, text } = await asked;
  expect(status, text).toBe(200);
}
