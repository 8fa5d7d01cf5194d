// One request is one lead, however often and wherever it arrives at once.

import { type Client, type ClientResponse, countStatuses, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';

export interface IdempotencySize {
  /** How often the whole is done, each time with another key and lead. */
  readonly rounds: number;
  readonly posts: number;
}

interface Way {
  readonly name: string;
  readonly path: string;
  readonly isNamed: boolean;
  readonly leadsARound: number;
}

export function drillIdempotency(
  databaseUrl: string,
  { rounds, posts }: IdempotencySize,
  say: Log = silent,
): Promise<DrillResult> {
  const ways: readonly Way[] = [
    { name: 'one Idempotency-Key', path: '/api/webhook.php', isNamed: true, leadsARound: 1 },
    { name: 'one body, webhook.php', path: '/api/webhook.php', isNamed: false, leadsARound: 1 },
    { name: 'one body, score.php', path: '/api/score.php', isNamed: false, leadsARound: posts },
  ];
  return withApiPair(databaseUrl, async ({ urls }) => {
    const callers = urls.map((url) => openClient(url, posts / urls.length));
    const checks = [];
    const figures: Record<string, number> = {};
    for (const { name, path, isNamed, leadsARound } of ways) {
      say(`${rounds} × ${posts} posts: ${name}`);
      const { accountId, liveKey: key } = await makeAccount(databaseUrl, null);
      const post = (caller: Client, round: number): Promise<ClientResponse> =>
        caller.post(path, makeLeadFrom(`ana-${round}@example.org`), {
          key,
          ...(isNamed ? { idempotencyKey: `order-${round}` } : {}),
        });
      const all: ClientResponse[] = [];
      let strays = 0;
      let roundsWithWrongAnswers = 0;
      for (let round = 0; round < rounds; round++) {
        const answers = await Promise.all(
          Array.from({ length: posts }, (_, index) => post(callers[index % callers.length] as Client, round)),
        );
        const scored = answers.filter(({ status }) => status === 200);
        strays += answers.filter(({ status }) => status !== 200 && !(isNamed && status === 409)).length;
        if (new Set(scored.map(({ text }) => text)).size !== leadsARound) roundsWithWrongAnswers++;
        all.push(...answers);
      }
      const { usage, leads } = await readLedger(databaseUrl, accountId);
      const acknowledged = new Set(all.filter(({ status }) => status === 200).map(leadIdOf));
      const statuses = countStatuses(all);
      checks.push(
        check(`${name}: leads`, leads.length, rounds * leadsARound),
        check(`${name}: usage`, usage, rounds * leadsARound),
        check(`${name}: leads acknowledged`, acknowledged.size, rounds * leadsARound),
        check(`${name}: rounds with more or fewer different answers`, roundsWithWrongAnswers, 0),
        check(`${name}: answers but ${isNamed ? '200 and 409' : '200'}`, strays, 0),
      );
      figures[`${name}: answered 200`] = statuses.get(200) ?? 0;
      if (isNamed) figures[`${name}: answered 409`] = statuses.get(409) ?? 0;
    }
    await Promise.all(callers.map((caller) => caller.close()));
    return { checks, figures };
  });
}
