// A request that arrives many times at once at two processes creates only one lead.

import { type Client, type ClientResponse, countStatuses, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';

export interface IdempotencySize {
  /** Each round uses a different key and a different lead. */
  readonly rounds: number;
  readonly posts: number;
}

interface Variant {
  readonly name: string;
  readonly path: string;
  readonly hasKey: boolean;
  readonly leadsPerRound: number;
}

export function drillIdempotency(
  databaseUrl: string,
  { rounds, posts }: IdempotencySize,
  log: Log = silent,
): Promise<DrillResult> {
  const variants: readonly Variant[] = [
    { name: 'same Idempotency-Key', path: '/api/webhook.php', hasKey: true, leadsPerRound: 1 },
    { name: 'same body, webhook.php', path: '/api/webhook.php', hasKey: false, leadsPerRound: 1 },
    { name: 'same body, score.php', path: '/api/score.php', hasKey: false, leadsPerRound: posts },
  ];
  return withApiPair(databaseUrl, async ({ urls }) => {
    const callers = urls.map((url) => openClient(url, posts / urls.length));
    const checks = [];
    const figures: Record<string, number> = {};
    for (const { name, path, hasKey, leadsPerRound } of variants) {
      log(`${rounds} × ${posts} concurrent posts: ${name}`);
      const { accountId, liveKey: key } = await makeAccount(databaseUrl, null);
      const post = (caller: Client, round: number): Promise<ClientResponse> =>
        caller.post(path, makeLeadFrom(`ana-${round}@example.org`), {
          key,
          ...(hasKey ? { idempotencyKey: `order-${round}` } : {}),
        });
      const all: ClientResponse[] = [];
      let unexpected = 0;
      let inconsistentRounds = 0;
      for (let round = 0; round < rounds; round++) {
        const answers = await Promise.all(
          Array.from({ length: posts }, (_, index) => post(callers[index % callers.length] as Client, round)),
        );
        const scored = answers.filter(({ status }) => status === 200);
        unexpected += answers.filter(({ status }) => status !== 200 && !(hasKey && status === 409)).length;
        if (new Set(scored.map(({ text }) => text)).size !== leadsPerRound) inconsistentRounds++;
        all.push(...answers);
      }
      const { usage, leads } = await readLedger(databaseUrl, accountId);
      const acknowledged = new Set(all.filter(({ status }) => status === 200).map(leadIdOf));
      const statuses = countStatuses(all);
      checks.push(
        check(`${name}: leads`, leads.length, rounds * leadsPerRound),
        check(`${name}: usage`, usage, rounds * leadsPerRound),
        check(`${name}: leads acknowledged`, acknowledged.size, rounds * leadsPerRound),
        check(`${name}: rounds with an unexpected number of distinct responses`, inconsistentRounds, 0),
        check(`${name}: responses other than ${hasKey ? '200 and 409' : '200'}`, unexpected, 0),
      );
      figures[`${name}: answered 200`] = statuses.get(200) ?? 0;
      if (hasKey) figures[`${name}: answered 409`] = statuses.get(409) ?? 0;
    }
    await Promise.all(callers.map((caller) => caller.close()));
    return { checks, figures };
  });
}
