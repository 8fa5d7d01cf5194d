// Concurrent posts use up an allowance exactly, to the last lead and not one more. Spam among them has a limit of its own,
// which is just as exact.

import type { UsageResult } from '@leadline/contract';
import { type Client, type ClientResponse, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { judgeAllowance } from './verdicts/judge-allowance.ts';

export interface AllowanceSize {
  readonly allowance: number;
  /** Of real leads. */
  readonly posts: number;
  readonly spam: number;
  readonly connectionsPerProcess: number;
}

/** Of a plan with fewer leads. */
const SPAM_LIMIT = 1_000;

export function drillAllowance(
  databaseUrl: string,
  { allowance, posts, spam, connectionsPerProcess }: AllowanceSize,
  log: Log = silent,
): Promise<DrillResult> {
  return withApiPair(databaseUrl, async ({ urls }) => {
    const { accountId, liveKey: key } = await makeAccount(databaseUrl, allowance);
    const callers = urls.map((url) => openClient(url, connectionsPerProcess));
    log(`sending ${posts} concurrent posts against an allowance of ${allowance}, and ${spam} of spam`);
    const started = performance.now();
    const send = (index: number, lead: Record<string, unknown>): Promise<ClientResponse> =>
      (callers[index % callers.length] as Client).post('/api/webhook.php', lead, { key });
    // Spread evenly.
    const isSpam = Array.from(
      { length: posts + spam },
      (_, index) =>
        Math.floor(((index + 1) * spam) / (posts + spam)) > Math.floor((index * spam) / (posts + spam)),
    );
    const all = await Promise.all(
      isSpam.map((isBot, index) => {
        const lead = makeLeadFrom(`ana-${index}@example.org`);
        return send(index, isBot ? { ...lead, _website: 'http://bot.example' } : lead);
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    const usage = await Promise.all(callers.map((caller) => caller.get('/api/usage', { key })));
    await Promise.all(callers.map((caller) => caller.close()));
    const { leads } = await readLedger(databaseUrl, accountId);
    return {
      checks: judgeAllowance({
        allowance,
        spamLimit: SPAM_LIMIT,
        answers: all.filter((_, index) => !isSpam[index]).map(factsOf),
        spamAnswers: all.filter((_, index) => isSpam[index]).map(factsOf),
        stored: leads.map(({ leadId }) => leadId),
        usage: usage.map(({ text }) => usageIn(text)),
      }),
      figures: {
        posts,
        'posts of spam': spam,
        connections: connectionsPerProcess * callers.length,
        'posts per second': Math.round((posts + spam) / seconds),
      },
    };
  });
}

const factsOf = (answer: ClientResponse) => ({
  status: answer.status,
  leadId: answer.status === 200 ? leadIdOf(answer) : null,
});

function usageIn(text: string): { used: number; spam: number } {
  const { used, spam } = (JSON.parse(text) as UsageResult).data;
  return { used, spam: spam.not_counted };
}
