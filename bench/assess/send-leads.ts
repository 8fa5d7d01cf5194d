// Sends leads with different messages, either as fast as the service answers or at a fixed rate, and measures the answers.

import { setTimeout as sleep } from 'node:timers/promises';
import { MISSING_TEXTS } from '@leadline/engine';
import { Pool } from 'undici';

export interface Sent {
  readonly answered: number;
  /** How many of these had their message read. */
  readonly read: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
}

export interface Load {
  readonly url: string;
  readonly key: string;
  /** Each text is sent once. */
  readonly texts: Iterator<string>;
  readonly seconds: number;
}

interface Answer {
  readonly ms: number;
  readonly isRead: boolean;
}

export async function sendAtFullSpeed(
  { url, key, texts, seconds }: Load,
  connections: number,
): Promise<Sent> {
  const pool = new Pool(url, { connections });
  const answers: Answer[] = [];
  const start = performance.now();
  const isOver = (): boolean => performance.now() - start > seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver()) answers.push(await sendOne(pool, key, nextOf(texts)));
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  await pool.close();
  return summarise(answers, elapsed);
}

export async function sendAtRate({ url, key, texts, seconds }: Load, perSecond: number): Promise<Sent> {
  const pool = new Pool(url, { connections: 256 });
  const sending: Promise<Answer>[] = [];
  const start = performance.now();
  const total = Math.round(perSecond * seconds);
  while (sending.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * perSecond));
    while (sending.length < due) sending.push(sendOne(pool, key, nextOf(texts)));
    await sleep(1);
  }
  const answers = await Promise.all(sending);
  const elapsed = (performance.now() - start) / 1000;
  await pool.close();
  return summarise(answers, elapsed);
}

/** Responses carry the texts of ledger entries with their points, not their codes. */
const isMissing = (reason: string): boolean =>
  Object.values(MISSING_TEXTS).some((text) => reason.startsWith(text));

let sent = 0;

async function sendOne(pool: Pool, key: string, message: string): Promise<Answer> {
  const start = performance.now();
  const number = ++sent;
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/webhook.php',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `lead${number}@acme.com`, message }),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`The service returned ${statusCode}: ${text}`);
  const { data } = JSON.parse(text) as { data: { reasons: string[] } };
  const isRead = !data.reasons.some(isMissing);
  return { ms: performance.now() - start, isRead };
}

function nextOf(texts: Iterator<string>): string {
  const { value, done } = texts.next();
  if (done) throw new Error('Not enough different messages for this many seconds. Use a shorter run.');
  return value;
}

function summarise(answers: readonly Answer[], seconds: number): Sent {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    answered: answers.length,
    read: answers.filter(({ isRead }) => isRead).length,
    perSecond: answers.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    p999Ms: at(0.999),
  };
}
