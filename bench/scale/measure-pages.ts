// What people open, over HTTP: pages of the inbox, searches, counts and insights, in the large account and in small ones.

import { percentiles, type Times, timeOf } from '../support/percentiles.ts';

const REQUESTS = 100;
const INSIGHTS_REQUESTS = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/** An account, and a person in it to search for. */
export interface Target {
  readonly key: string;
  readonly email: string;
  readonly surname: string;
  readonly phone: string;
}

type Request = (target: Target) => string;

export const PAGES: Readonly<Record<string, Request>> = {
  'first page': () => '/leads',
  'to-do, by priority': () => '/leads?work=todo&sort=priority',
  'a rare source': () => '/leads?source=trade%20fair',
  'search: surname': ({ surname }) => `/leads?q=${surname}`,
  'search: email': ({ email }) => `/leads?q=${encodeURIComponent(email)}`,
  'search: digits': ({ phone }) => `/leads?q=${phone.slice(-8)}`,
  'search: word': () => '/leads?q=office',
  'search: no match': () => '/leads?q=zzzzzz',
  counts: () => '/leads/counts',
};

/** The nth request goes to the nth target, so that small accounts are mostly not in memory. */
export async function measurePages(url: string, targets: readonly Target[]): Promise<Map<string, Times>> {
  // The list's code has not run yet: until now, the process only stored leads.
  for (let n = 0; n < REQUESTS; n++) await get(url, targetAt(targets, 0), '/leads');
  const measured = new Map<string, Times>();
  for (const [name, path] of Object.entries(PAGES)) {
    measured.set(
      name,
      await repeat(REQUESTS, (n) => get(url, targetAt(targets, n), path(targetAt(targets, n)))),
    );
    if (name === 'first page') measured.set('next pages', await measureNextPages(url, targetAt(targets, 0)));
  }
  for (const days of [30, 365]) {
    const from = new Date(Date.now() - days * DAY_MS).toISOString();
    const path = `/insights?from=${from}&to=${new Date().toISOString()}`;
    measured.set(
      `insights, ${days} days`,
      await repeat(INSIGHTS_REQUESTS, (n) => get(url, targetAt(targets, n), path)),
    );
  }
  return measured;
}

async function measureNextPages(url: string, target: Target): Promise<Times> {
  let { next_cursor: cursor } = await get(url, target, '/leads');
  return repeat(REQUESTS, async () => {
    const page = await get(url, target, cursor === null ? '/leads' : `/leads?cursor=${cursor}`);
    cursor = page.next_cursor;
  });
}

async function repeat(count: number, work: (n: number) => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) times.push(await timeOf(() => work(n)));
  return percentiles(times);
}

const targetAt = (targets: readonly Target[], n: number): Target => targets[n % targets.length] as Target;

interface Answer {
  readonly success: boolean;
  readonly next_cursor: string | null;
}

/** The API rejects a request that would take too long. Trying again counts toward the time. */
const MAX_TRIES = 3;

async function get(url: string, { key }: Target, path: string): Promise<Answer> {
  let answer: Answer | null = null;
  for (let tries = 0; tries < MAX_TRIES && answer?.success !== true; tries++) {
    const response = await fetch(`${url}/api${path}`, { headers: { 'X-API-KEY': key } });
    answer = (await response.json()) as Answer;
    if (response.status !== 200) process.stderr.write(`${response.status} for ${path}\n`);
  }
  if (answer?.success !== true) throw new Error(`the API rejected ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Erases a person per target through the API. */
export async function measureErasure(url: string, targets: readonly Target[]): Promise<Times> {
  return repeat(targets.length, async (n) => {
    const { key, email } = targetAt(targets, n);
    const response = await fetch(`${url}/api/people/erase`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    const answer = (await response.json()) as { success: boolean; data?: { leads: number } };
    if (answer.data?.leads !== 1) throw new Error(`erased no lead: ${JSON.stringify(answer)}`);
  });
}
