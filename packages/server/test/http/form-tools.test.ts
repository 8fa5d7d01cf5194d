// Payloads of form tools, sent unchanged.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { readFormToolCases } from '../../../engine/cases/form-tools/form-tool-cases.ts';

const suite = useApi();
/** In another account, where the extracted lead is new. */
let callOther: Caller;
beforeAll(async () => {
  callOther = callAs(suite, await makeAccount(suite.owner));
});

describe.each(readFormToolCases())('%s', (_, { contentType, body, expect: { lead } }) => {
  test('is stored and scored like the lead it contains', async () => {
    const headers = { 'Content-Type': contentType };
    const sent = await suite.call('/api/webhook.php', body, { headers });
    expect(sent).toMatchObject({ status: 200, body: { success: true } });
    const plain = await callOther('/api/webhook.php', lead);
    expect(plain).toMatchObject({ status: 200 });
    expect(sent.body.data).toStrictEqual(plain.body.data);
    const stored = await suite.call(`/api/leads/${sent.body.lead_id}`);
    expect(stored.body.data.lead).toStrictEqual(lead);
  });

  test('is stored once when delivered twice', async () => {
    const headers = { 'Content-Type': contentType };
    const [first, again] = [
      await suite.call('/api/webhook.php', body, { headers }),
      await suite.call('/api/webhook.php', body, { headers }),
    ];
    expect(again.body.lead_id).toBe(first.body.lead_id);
  });
});
