// Concurrent posts use up an allowance exactly, to the last lead and not one more.

import { countStatuses, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';

export interface AllowanceSize {
  readonly allowance: number;
  readonly posts: number;
  readonly connectionsPerProcess: number;
}

export function drillAllowance(
  databaseUrl: string,
  { allowance, posts, connectionsPerProcess }: AllowanceSize,
  log: Log = silent,
): Promise<DrillResult> {
  return withApiPair(databaseUrl, async ({ urls }) => {
    const { accountId, liveKey: key } = await makeAccount(databaseUrl, allowance);
    const callers = urls.map((url) => openClient(url, connectionsPerProcess));
    log(`sending ${posts} concurrent posts against an allowance of ${allowance}`);
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: posts / callers.length }, (_, index) =>
        callers.map((caller, place) =>
          caller.post('/api/webhook.php', makeLeadFrom(`ana-${index}-${place}@example.org`), { key }),
        ),
      ).flat(),
    );
    const seconds = (performance.now() - started) / 1000;
    const usage = await Promise.all(callers.map((caller) => caller.get('/api/usage', { key })));
    await Promise.all(callers.map((caller) => caller.close()));
    const { leads } = await readLedger(databaseUrl, accountId);
    const statuses = countStatuses(answers);
    const stored = new Set(leads.map(({ leadId }) => leadId));
    const acknowledged = answers.filter(({ status }) => status === 200).map(leadIdOf);
    return {
      checks: [
        check('answered 200', statuses.get(200) ?? 0, allowance),
        check('answered 402', statuses.get(402) ?? 0, posts - allowance),
        check('leads stored', stored.size, allowance),
        check(
          'acknowledged leads missing from the database',
          acknowledged.filter((id) => !stored.has(id)).length,
          0,
        ),
        ...usage.map(({ text }, place) =>
          check(`usage reported by process ${place + 1}`, usageIn(text), allowance),
        ),
      ],
      figures: {
        posts,
        connections: connectionsPerProcess * callers.length,
        'posts per second': Math.round(posts / seconds),
      },
    };
  });
}

const usageIn = (text: string): number => (JSON.parse(text) as { data: { used: number } }).data.used;
