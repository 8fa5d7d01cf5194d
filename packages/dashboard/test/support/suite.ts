// Runs the dashboard in a real browser with the real API and an empty database.

import type { Role } from '@leadline/contract';
import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { type AuthSuite, useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { launchChromium } from '@leadline/testkit/browser/launch-chromium';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { watchPage } from './watch-page.ts';

export { PASSWORD, Person };

export interface SuiteOptions {
  /** Runs imports and delivers webhooks, also to receivers on this machine. */
  readonly withWorker?: boolean;
  readonly signUp?: 'open' | 'closed';
  /** Other settings of the API. */
  readonly config?: Parameters<typeof useAuthSuite>[0];
  /** Nobody has set up Leadline yet. */
  readonly isEmpty?: boolean;
  /** Sends real email to this server instead of collecting it in `mails`. */
  readonly smtpUrl?: string;
}

export interface PageOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly timezoneId?: string;
  /** Shows what the page itself lets through. */
  readonly bypassCSP?: boolean;
  /** Console errors that the test expects, like `/status of 404/`; any other fails it. */
  readonly tolerates?: readonly RegExp[];
}

/** The owner of an account, with an API key. */
export interface Owner {
  readonly person: Person;
  readonly accountId: string;
  readonly liveKey: string;
}

export interface BrowserSuite extends AuthSuite {
  readonly url: string;
  readonly browser: Browser;
  readonly dashboardFolder: string;
  /** In a new browser context, closed after the test. URLs can be paths: `page.goto('/inbox')`. */
  newPage(options?: PageOptions): Promise<Page>;
  /** Creates a person with an account and a live key, over HTTP. */
  newOwner(company?: string): Promise<Owner>;
  /** The same, signed in on the page. */
  signUpOwner(page: Page, company?: string): Promise<Owner>;
  /** Adds a member to the owner's account, invited over HTTP. */
  addMember(owner: Owner, role: Role): Promise<Person>;
  /** Copies the person's session to the page's browser. */
  signIn(page: Page, person: Person): Promise<void>;
  /** Sends a lead like a form on the account's website, and returns its ID. */
  postLead(owner: Owner, lead?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Invites someone and returns the dashboard path of the invitation. */
  invite(inviter: Person, email: string, role: Role): Promise<string>;
  /** The dashboard path that the last email to this address links to. */
  mailedPath(email: string): string;
}

export function useBrowserSuite({
  withWorker = false,
  signUp = 'open',
  isEmpty = false,
  smtpUrl,
  config = {},
}: SuiteOptions = {}): BrowserSuite {
  const dashboardFolder = inject('dashboardFolder');
  const suite = useAuthSuite({
    dashboardFolder,
    signUp,
    signUpPlan: 'unlimited',
    isEmpty,
    ...(smtpUrl === undefined ? {} : { mail: { smtpUrl, from: 'leads@example.org' } }),
    ...config,
  }) as {
    -readonly [K in keyof BrowserSuite]: BrowserSuite[K];
  };
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  let stopWorker = async (): Promise<void> => {};

  beforeAll(async () => {
    suite.dashboardFolder = dashboardFolder;
    suite.url = suite.api.url;
    suite.browser = await launchChromium();
    if (withWorker) stopWorker = (await startTestWorker(suite.databaseUrl)).stop;
  });
  // All tests share one IP address, and together they sign in more often than the limit allows.
  beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    for (const [index, context] of contexts.splice(0).entries()) {
      if (hasFailed) await takePictures(context, `${index}-${task.name}`);
      await context.close();
    }
    const complaints = problems.splice(0).join('\n');
    if (complaints !== '') throw new Error(`pages complained:\n${complaints}`);
  });
  afterAll(async () => {
    await suite.browser?.close();
    await stopWorker();
  });

  suite.newPage = async (options = {}) => {
    const { colorScheme = 'light', width = 1280, height = 900, bypassCSP = false, tolerates = [] } = options;
    const { timezoneId = 'UTC' } = options;
    const context = await suite.browser.newContext({
      baseURL: suite.url,
      colorScheme,
      viewport: { width, height },
      bypassCSP,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId,
    });
    contexts.push(context);
    context.setDefaultTimeout(30_000);
    context.on('page', (page) => watchPage(page, tolerates, problems));
    return context.newPage();
  };
  suite.newOwner = async (company = 'Acme') => {
    const person = suite.person();
    const accountId = await person.createAccount(company);
    const { body } = await person.call('/api/keys', { name: 'Test' });
    return { person, accountId, liveKey: body.data.key };
  };
  suite.signUpOwner = async (page, company) => {
    const owner = await suite.newOwner(company);
    await suite.signIn(page, owner.person);
    return owner;
  };
  suite.signIn = async (page, { cookies }) => {
    const { url } = suite;
    await page.context().clearCookies();
    await page
      .context()
      .addCookies(Array.from(cookies, ([name, value]) => ({ name, value, url, httpOnly: true })));
  };
  suite.invite = async (inviter, email, role) => {
    const { body } = await expectOk(inviter.call('/api/auth/organization/invite-member', { email, role }));
    return `/invitation/${body.id}`;
  };
  suite.addMember = async ({ person: inviter }, role) => {
    const member = suite.person();
    const invitationId = (await suite.invite(inviter, member.email, role)).split('/').at(-1);
    await expectOk(member.signUp());
    await expectOk(member.call('/api/auth/organization/accept-invitation', { invitationId }));
    return member;
  };
  suite.postLead = async ({ liveKey }, lead = {}) => {
    const { body } = await expectOk(call(suite.url, '/api/webhook.php', makeLead(lead), { key: liveKey }));
    return body.lead_id;
  };
  suite.mailedPath = (email) => {
    const mail = suite.mails.findLast((text) => text.includes(`mail to ${email} `)) ?? '';
    const [, path] = /https?:\/\/[^/\s]+(\/\S+)/.exec(mail) ?? [];
    if (path === undefined) throw new Error(`no mail with a link came for ${email}`);
    return path;
  };
  return suite;
}

/** Through the real pages, up to the first page after signing in. */
export async function signUpByHand(
  page: Page,
  { name = 'Ana Lopez', email, company }: { name?: string; email: string; company: string },
  path = '/sign-up',
): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Set up|Create account)$/ }).click();
  await page.getByLabel('Company').fill(company);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

type Answer = Awaited<ReturnType<typeof call>>;

async function expectOk(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

/** Into a folder ignored by Git, to investigate the failure. */
async function takePictures(context: BrowserContext, name: string): Promise<void> {
  const file = name.replace(/[^\w-]+/g, '-').slice(0, 80);
  for (const page of context.pages()) await page.screenshot({ path: `screenshots/failed/${file}.png` });
}
