// From the dashboard, a person is erased from both live and test leads or from neither.

import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import type { CallOptions } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { expect, test } from 'vitest';

const suite = useAuthSuite();

const CSV = { 'Content-Type': 'text/csv' };
const TEST = { 'X-Leadline-Mode': 'test' };

test('an unfinished import of test leads also blocks erasing the person’s live leads', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const email = 'ida@office.example';
  await ana.call('/api/test-lead', makeLead({ email }), { headers: TEST });
  const { key } = (await ana.call('/api/keys', { name: 'Website' })).body.data;
  await suite.person().call('/api/webhook.php', makeLead({ email }), { key });
  const upload = async (file: string, headers: CallOptions['headers']): Promise<string> =>
    (await ana.call('/api/imports', file, { headers: { ...CSV, ...headers } })).body.data.import_id;
  const cancel = (id: string, headers: CallOptions['headers'] = {}) =>
    ana.call(`/api/imports/${id}/cancel`, undefined, { method: 'POST', headers });
  const erase = () => ana.call('/api/people/erase', { email });
  const leads = async (): Promise<number> =>
    (await ana.call(`/api/people?email=${email}`)).body.data.leads.length;

  const ofTest = await upload('email\nbo@acme.com\n', TEST);
  const ofLive = await upload('email\ncy@acme.com\n', {});
  await suite.owner.updateTable('imports').set({ status: 'stopped' }).execute();
  const both = await erase();
  for (const id of [ofLive, ofTest]) expectError(both, 'import_in_progress', id);
  await cancel(ofLive);
  expectError(await erase(), 'import_in_progress', ofTest);
  expect(await leads()).toBe(2);
  const audit = await ana.call('/api/audit');
  expect(audit.text).not.toContain('person.erased');
  await cancel(ofTest, TEST);
  expect((await erase()).body.data).toMatchObject({ leads: 2 });
  expect(await leads()).toBe(0);
});
