// URLs and secrets of endpoints are only stored encrypted, so a stolen dump can't be used to sign anything.

import { randomBytes } from 'node:crypto';
import { dumpTables } from '@leadline/testkit/database/dump-tables';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { advanceClock, waitForDeliveries, waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

/** The forms a value could have in a table: text, bytes, or base64 of either. */
const spellingsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

async function tablesThatHold(secrets: readonly string[]): Promise<string[]> {
  const needles = secrets.flatMap(spellingsOf);
  const contents = await dumpTables(suite, ['leadline', 'leadline_jobs', 'public']);
  return [...contents].flatMap(([table, text]) =>
    needles.some((needle) => text.includes(needle)) ? [table] : [],
  );
}

test('no table contains an endpoint’s URL or secret in plain text', async () => {
  const { call } = await newCustomer(suite);
  const token = (): string => randomBytes(12).toString('hex');
  const tokens = [token(), token(), token()] as const;
  const receiver = await suite.startReceiver();
  const at = (name: string): { url: string } => ({ url: `${receiver.url}/${name}?key=${name}` });
  const secrets: string[] = [];

  const healthy = await addEndpoint(suite, call, at(tokens[0]), receiver);
  const failing = await addEndpoint(suite, call, { ...at(tokens[1]), format: 'slack', description: 'it' });
  secrets.push(healthy.secret, failing.secret);
  await call('/api/webhook.php', makeLead());
  await receiver.untilAccepted(1);
  // Errors are stored too.
  receiver.answer(500, 'no');
  await call(`${failing.path}/test`, {});
  await call('/api/score.php', makeLead());
  await waitForDeliveries(
    call,
    failing,
    (all) => all.length === 3 && all.some(({ attempts }) => attempts > 0),
  );
  await receiver.goDown();
  await advanceClock(suite, 1);
  await waitUntilIdle(suite);
  await receiver.comeUp();
  secrets.push((await call(`${healthy.path}/rotate-secret`, {})).body.data.secret);
  await call(healthy.path, at(tokens[2]), { method: 'PATCH' });
  await call(failing.path, { enabled: false }, { method: 'PATCH' });
  receiver.answer();
  await waitUntilIdle(suite);

  expect(secrets).toHaveLength(3);
  const bytes = secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex'));
  const keys = secrets.map((secret) => secret.slice('whsec_'.length));
  expect(await tablesThatHold([...secrets, ...keys, ...bytes, ...tokens, receiver.url])).toEqual([]);
  // The search itself works.
  expect(await tablesThatHold([healthy.id.replace('hook_', '')])).toContain('leadline.audit_log');
});

test('data sealed for one endpoint cannot be opened for another', async () => {
  const { call, accountId } = await newCustomer(suite);
  const mine = await addEndpoint(suite, call);
  const other = await addEndpoint(suite, call);
  const { sealed } = await suite.owner
    .selectFrom('webhook_endpoints')
    .select('sealed')
    .where('account_id', '=', accountId)
    .where('id', '=', other.id.replace('hook_', ''))
    .executeTakeFirstOrThrow();
  await suite.owner
    .updateTable('webhook_endpoints')
    .set({ sealed })
    .where('id', '=', mine.id.replace('hook_', ''))
    .execute();
  await call(`${mine.path}/test`, {});
  const [delivery] = await waitForDeliveries(call, mine, ([first]) => first?.attempts === 1);
  expect(delivery).toMatchObject({ status: 'pending', error: 'internal error; the request was not sent' });
  expect([...mine.receiver.receipts, ...other.receiver.receipts]).toEqual([]);
});
