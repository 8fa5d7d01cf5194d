// A published version reaches every API process.

import { DEFAULT_SETTINGS } from '@leadline/engine';
import { call } from '@leadline/testkit/http/call';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { withApiPair } from '@leadline/testkit/service/api-pair';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, useApi } from '@leadline/testkit/service/use-api';
import { expect, test } from 'vitest';
import { makeSettingsAccount, readLead, waitUntilScoredBy } from './suite.ts';

const suite = useApi();
const resultOf = async (caller: Caller, leadId: string) => (await readLead(caller, leadId)).result;

test('a published version reaches every process within five seconds', async () => {
  const { liveKey } = await makeSettingsAccount(suite);
  await withApiPair(suite.databaseUrl, async ({ urls }) => {
    const callers = urls.map(
      (url): Caller =>
        (path, body, options) =>
          call(url, path, body, { key: liveKey, ...options }),
    );
    // Both processes know the key and its settings.
    for (const caller of callers) {
      const result = await resultOf(caller, await storeLead(caller, makeLead({ email: newEmail() })));
      expect(result.settings_version).toBe(DEFAULT_SETTINGS.version);
    }
    for (const version of [0, 1]) {
      const [first] = callers as [Caller, Caller];
      const answer = await first('/api/settings/publish', {
        version,
        changes: { grades: { hot: 75 + version } },
      });
      expect(answer.status).toBe(200);
      const publishedAt = performance.now();
      await Promise.all(callers.map((caller) => waitUntilScoredBy(caller, `v${version + 1}`)));
      expect(performance.now() - publishedAt).toBeLessThan(5_000);
    }
  });
});
