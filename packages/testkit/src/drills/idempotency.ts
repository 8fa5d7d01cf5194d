// A request that arrives many times at once at two processes creates only one lead.

import { type Client, type ClientResponse, countStatuses, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { type Check, type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { judgeIdempotency } from './verdicts/judge-idempotency.ts';

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
    const checks: Check[] = [];
    const figures: Record<string, number> = {};
    for (const { name, path, hasKey, leadsPerRound } of variants) {
      log(`${rounds} × ${posts} concurrent posts: ${name}`);
      const { accountId, liveKey: key } = await makeAccount(databaseUrl, null);
      const post = (caller: Client, round: number): Promise<ClientResponse> =>
        caller.post(path, makeLeadFrom(`ana-${round}@example.org`), {
          key,
          ...(hasKey ? { idempotencyKey: `order-${round}` } : {}),
        });
      const answered: ClientResponse[][] = [];
      for (let round = 0; round < rounds; round++)
        answered.push(
          await Promise.all(
            Array.from({ length: posts }, (_, index) =>
              post(callers[index % callers.length] as Client, round),
            ),
          ),
        );
      const { usage, leads } = await readLedger(databaseUrl, accountId);
      checks.push(
        ...judgeIdempotency({
          name,
          hasKey,
          leadsPerRound,
          rounds: answered.map((round) =>
            round.map((answer) => ({
              status: answer.status,
              text: answer.text,
              leadId: answer.status === 200 ? leadIdOf(answer) : null,
            })),
          ),
          leads: leads.length,
          usage,
        }),
      );
      const statuses = countStatuses(answered.flat());
      figures[`${name}: answered 200`] = statuses.get(200) ?? 0;
      if (hasKey) figures[`${name}: answered 409`] = statuses.get(409) ?? 0;
    }
    await Promise.all(callers.map((caller) => caller.close()));
    return { checks, figures };
  });
}
