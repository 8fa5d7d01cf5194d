// Leads of many accounts at a steady rate, from clients that retry whatever goes wrong. Remembers how each was answered.

import { setTimeout as sleep } from 'node:timers/promises';
import type { NewAccount } from '@leadline/server';
import { type Client, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { sendSteadily } from '../load/send-steadily.ts';

export interface SentLead {
  readonly accountId: string;
  readonly answers: readonly Answer[];
  /** From the first answer that turned the lead away until it was acknowledged, or until now. */
  readonly refusedMs: number;
}

interface Answer {
  /** 0 if there was none. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
}

export interface AccountsLoad {
  /** The leads that were sent since the last call, or are still waiting. */
  takePhase(): SentLead[];
  stop(): Promise<{
    readonly acknowledged: readonly { accountId: string; leadId: string; key: string }[];
    readonly gaveUp: number;
    readonly unexpected: readonly string[];
  }>;
}

const CONNECTIONS = 256;
/** Short, so that the time until a lead is acknowledged says how long it was refused. */
const RETRY_PAUSE_MS = 100;
const GIVE_UP_MS = 60_000;

export function startAccountsLoad(
  urls: readonly string[],
  accounts: readonly NewAccount[],
  perSecond: number,
): AccountsLoad {
  const clients = urls.map((url) => openClient(url, CONNECTIONS));
  const acknowledged: { accountId: string; leadId: string; key: string }[] = [];
  const unexpected: string[] = [];
  let gaveUp = 0;
  let phase: (() => SentLead)[] = [];

  const send = async (number: number): Promise<void> => {
    const account = accounts[number % accounts.length] as NewAccount;
    const { accountId } = account;
    const key = `lead-${number}@example.org`;
    const answers: Answer[] = [];
    let [refusedAt, acceptedAt]: [number | null, number | null] = [null, null];
    phase.push(() => ({
      accountId,
      answers: [...answers],
      refusedMs: refusedAt === null ? 0 : (acceptedAt ?? performance.now()) - refusedAt,
    }));
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (let attempt = 0; performance.now() < giveUpAt; attempt++) {
      const client = clients[(number + attempt) % clients.length] as Client;
      const startedAt = performance.now();
      const answer = await client
        .post('/api/webhook.php', makeLeadFrom(key), { key: account.liveKey, idempotencyKey: key })
        .catch(() => null);
      const now = performance.now();
      answers.push({
        status: answer?.status ?? 0,
        retryAfter: answer?.retryAfter ?? null,
        ms: now - startedAt,
      });
      if (answer?.status === 200 || answer?.status === 402) {
        acceptedAt = now;
        if (answer.status === 200) acknowledged.push({ accountId, leadId: leadIdOf(answer), key });
        return;
      }
      refusedAt ??= now;
      if (answer !== null && answer.status !== 503 && answer.status !== 409)
        unexpected.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      await sleep(RETRY_PAUSE_MS);
    }
    gaveUp++;
  };
  const sending = sendSteadily(perSecond, send);
  return {
    takePhase: () => {
      const taken = phase.map((read) => read());
      phase = [];
      return taken;
    },
    stop: async () => {
      await sending.stop();
      await Promise.all(clients.map((client) => client.close()));
      return { acknowledged, gaveUp, unexpected };
    },
  };
}
