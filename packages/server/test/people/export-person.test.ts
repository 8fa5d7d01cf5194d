// The export of a person contains everything about them, whatever contact details they used, and nothing about others.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { importFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';
import type { RunningWorker } from '../../src/processes/worker-process.ts';
import { type EchoReceiver, startEchoReceiver } from '../support/echo-receiver.ts';

const suite = useApi();
let worker: RunningWorker;
let receiver: EchoReceiver;
beforeAll(async () => {
  worker = await startTestWorker(suite.databaseUrl);
  receiver = await startEchoReceiver();
  await suite.call('/api/webhooks', {
    url: `${receiver.url}/200`,
    events: ['lead.scored', 'lead.outcome'],
  });
});
afterAll(async () => {
  await worker.stop();
  await receiver.close();
});

const exportBy = (query: Readonly<Record<string, string>>): Promise<ApiResponse> =>
  suite.call(`/api/people?${new URLSearchParams(query)}`);

const idsIn = ({ body }: ApiResponse): string[] =>
  body.data.leads.map(({ lead_id }: { lead_id: string }) => lead_id);

const REJECTED = { outcome: 'perhaps' };

describe('the export of a person who used every channel', () => {
  /** Keyed by channel and spelling, in the order they were sent. */
  const ids = new Map<string, string>();
  let elsewhere: NewAccount;
  let exported: ApiResponse;
  let importId: string;

  beforeAll(async () => {
    const send = async (way: string, lead: Record<string, unknown>, path?: string): Promise<void> => {
      ids.set(way, await storeLead(suite.call, makeLead({ message: way, ...lead }), path));
    };
    const ana = { name: 'Ana Lopez', email: 'ana@acme.com', phone: '+1 212 555 0142' };
    await send('webhook', ana);
    await send('legacy', ana, '/api/score.php');
    await send('capitals', { ...ana, email: ' ANA@Acme.COM ' });
    await send('spaces', { ...ana, email: 'ana @ acme.com' });
    await send('mailto', { ...ana, email: 'mailto:ana@acme.com' });
    await send('another name', { ...ana, name: 'A. López', phone: '' });
    await send('no address', { ...ana, email: '' });
    const { key } = await createKey(
      suite.owner,
      asOperator(suite.account.accountId),
      'live',
      'Form',
      'intake',
    );
    await send('intake', ana, `/api/intake/${key}`);
    const batch = await suite.call('/api/batch', {
      leads: [
        makeLead({ ...ana, message: 'batch' }),
        makeLead({ email: 'bob@acme.com', phone: '', message: 'batch of another' }),
      ],
    });
    ids.set('batch', batch.body.data[0].lead_id);

    // Other people with similar contact details.
    for (const [name, lead] of Object.entries({
      colleague: { email: 'carol@acme.com', phone: ana.phone, name: 'Carol Colleague' },
      longer: { email: 'xana@acme.com', phone: '+12125550143' },
      'longer still': { email: 'ana@acme.com.au', phone: '+12125550144' },
      shorter: { email: 'ana@acme.co', phone: '+12125550145' },
      namesake: { email: 'ana.lopez@example.org', phone: '+12125550146', name: 'Ana Lopez' },
    })) {
      await storeLead(suite.call, makeLead({ ...lead, message: `other: ${name}` }));
    }
    elsewhere = await makeAccount(suite.owner);
    await storeLead(callAs(suite, elsewhere), makeLead({ ...ana, message: 'other: account' }));

    await suite.call(`/api/leads/${ids.get('webhook')}/outcome`, { outcome: 'won', reason: 'She was fast' });
    const note = { note: 'Prefers mornings' };
    await suite.call(`/api/leads/${ids.get('webhook')}`, note, { method: 'PATCH' });
    importId = await importFile(
      suite.call,
      toCsv([
        {
          email: 'ana@acme.com',
          message: 'imported',
          outcome: 'lost',
          lost_reason: 'Too dear',
          date: '2024-03-01',
        },
        { email: 'ANA@acme.com', message: 'rejected in capitals', ...REJECTED },
        { email: 'ana@acme.com', message: 'rejected', ...REJECTED },
        { email: 'bob@acme.com', message: 'other: rejected', ...REJECTED },
        { email: 'bob@acme.com', message: 'other: imported' },
      ]),
    );
    // Wait for all deliveries: one for each lead that is not from a file, and one for the outcome.
    await waitFor(async () => {
      const [{ webhook_id }] = (await suite.call('/api/webhooks')).body.data;
      const { body } = await suite.call(`/api/webhooks/${webhook_id}/deliveries?status=delivered&limit=100`);
      return body.data.length;
    }, 16);
    exported = await exportBy({ email: 'ana@acme.com' });
  });

  test('contains every lead, oldest first, exactly as the API returns it', async () => {
    expect(exported).toMatchObject({ status: 200 });
    const leads = exported.body.data.leads as { lead_id: string; lead: { message: string } }[];
    expect(leads.map(({ lead }) => lead.message)).toEqual(['imported', ...ids.keys()]);
    expect(idsIn(exported).slice(1)).toEqual([...ids.values()]);
    for (const lead of leads) {
      const shown = await suite.call(`/api/leads/${lead.lead_id}`);
      expect({ ...lead, person: null }).toEqual({ ...shown.body.data, person: null });
    }
  });

  test('contains notes about the person', () => {
    const texts = exported.body.data.leads.flatMap(({ timeline }: { timeline: { text?: string }[] }) =>
      timeline.flatMap(({ text }) => text ?? []),
    );
    expect(texts).toEqual(['Prefers mornings']);
  });

  test('contains recorded and imported outcomes with their reasons', () => {
    const outcomes = exported.body.data.leads.flatMap(({ history }: { history: unknown[] }) =>
      history.slice(1),
    );
    expect(outcomes).toMatchObject([
      { outcome: 'lost', reason: 'Too dear' },
      { outcome: 'won', reason: 'She was fast' },
    ]);
  });

  test('contains all their contact details', () => {
    const contacts = exported.body.data.contacts as { email: string; phone: string; name: string }[];
    expect(new Set(contacts.map(({ email, phone, name }) => [email, phone, name].join(' | ')))).toEqual(
      new Set([
        'ana@acme.com | +12125550142 | ana lopez',
        'ana@acme.com |  | a lopez',
        ' | +12125550142 | ana lopez',
        'ana@acme.com |  | ',
      ]),
    );
  });

  test('contains every webhook delivery with its receiver and response', () => {
    const deliveries = exported.body.data.deliveries as Record<string, string>[];
    const events = deliveries.map(({ event, lead_id }) => `${event} ${lead_id}`);
    expect(events.toSorted()).toEqual(
      [
        ...[...ids.values()].map((id) => `lead.scored ${id}`),
        `lead.outcome ${ids.get('webhook')}`,
      ].toSorted(),
    );
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({
        webhook_id: expect.stringMatching(/^hook_/),
        status: 'delivered',
        response_excerpt: expect.stringContaining('lead_'),
      });
    }
  });

  test('contains rejected rows of files, however the email is written', () => {
    expect(exported.body.data.refused_rows).toEqual([
      {
        import_id: importId,
        line: 3,
        reason: expect.stringContaining('perhaps'),
        row: expect.objectContaining({ message: 'rejected in capitals' }),
      },
      {
        import_id: importId,
        line: 4,
        reason: expect.stringContaining('perhaps'),
        row: expect.objectContaining({ message: 'rejected' }),
      },
    ]);
  });

  test('contains nothing about people with the same phone or name, a similar email, or in another account', () => {
    expect(exported.text).not.toMatch(/other:|bob|carol|xana|acme\.com\.au|acme\.co"|example\.org/i);
  });

  test('does not reveal the leads of a colleague', async () => {
    const { body } = await suite.call('/api/leads?q=carol@acme.com');
    // The list contains both of them, because they share a number.
    const colleagues = body.data.filter(({ email }: { email: string }) => email === 'carol@acme.com');
    expect(colleagues.length).toBeGreaterThan(0);
    for (const { lead_id } of colleagues) expect(exported.text.includes(lead_id)).toBe(false);
  });

  test.each(['ANA@ACME.com', ' ana@acme.com ', 'ana @acme.com', 'mailto:ana@acme.com'])(
    'is the same for %j',
    async (email) => {
      expect(idsIn(await exportBy({ email }))).toEqual(idsIn(exported));
    },
  );

  test('contains only the leads of the other account when requested there', async () => {
    const theirs = await call(suite.api.url, '/api/people?email=ana@acme.com', undefined, {
      key: elsewhere.liveKey,
    });
    expect(theirs.body.data.leads).toMatchObject([{ lead: { message: 'other: account' } }]);
    expect(theirs.body.data).toMatchObject({ deliveries: [], refused_rows: [] });
  });
});

describe('the export by phone number', () => {
  /** The number as sent, and ways to write the same number in the request. */
  test.each([
    [
      '+1 (212) 555-0150',
      ['+12125550150', '0012125550150', '1-212-555-0150', '+1.212.555.0150', ' +1 212 555 0150 '],
    ],
    ['0044 20 7946 0151', ['+442079460151', '+44 20 7946 0151', '00442079460151']],
    ['+44 (0)20 7946 0152', ['+44 (0)20 7946 0152', '+442079460152']],
    ['+1 212-555-0153 ext. 5', ['+1 212-555-0153 ext. 5', '+12125550153']],
    ['tel:+1-212-555-0154', ['tel:+1-212-555-0154', '+12125550154']],
    ['(212) 555-0155', ['(212) 555-0155', '212.555.0155', '2125550155']],
  ])('finds a lead with the phone %j by each of %j', async (phone, spellings) => {
    const id = await storeLead(suite.call, { phone, message: 'By phone' });
    for (const spelling of spellings)
      expect.soft(idsIn(await exportBy({ phone: spelling })), spelling).toEqual([id]);
  });

  test('finds rejected rows with other spellings of the number', async () => {
    await storeLead(suite.call, { phone: '+1 212 555 0160' });
    await importFile(
      suite.call,
      toCsv(
        [
          '+12125550160',
          '+1 (212) 555-0160',
          '0012125550160',
          '+1 212/555/0160',
          '+1 212\u00a0555\u20110160',
        ].map((phone) => ({ phone, email: '', ...REJECTED })),
      ),
    );
    const { refused_rows } = (await exportBy({ phone: '+12125550160' })).body.data;
    expect(refused_rows).toHaveLength(5);
  });

  test('leaves out rejected rows that only contain the same digits', async () => {
    await importFile(
      suite.call,
      toCsv([
        { email: 'zip@example.org', phone: '', message: 'We are in 90210, budget 902100', ...REJECTED },
        { email: 'long@example.org', phone: '+999021255501619', message: 'A longer number', ...REJECTED },
      ]),
    );
    expect.soft((await exportBy({ phone: '90210' })).body.data.refused_rows).toEqual([]);
    expect.soft((await exportBy({ phone: '0212555016' })).body.data.refused_rows).toEqual([]);
  });

  test('contains the leads of everyone who shares the number', async () => {
    const one = await storeLead(suite.call, makeLead({ email: 'one@office.com', phone: '+12125550170' }));
    const two = await storeLead(suite.call, makeLead({ email: 'two@office.com', phone: '+12125550170' }));
    expect(idsIn(await exportBy({ phone: '+12125550170' }))).toEqual([one, two]);
    expect(idsIn(await exportBy({ email: 'one@office.com' }))).toEqual([one]);
    expect(idsIn(await exportBy({ email: 'two@office.com' }))).toEqual([two]);
  });
});

describe('rejected rows', () => {
  test('with a similar email are not exported', async () => {
    await importFile(
      suite.call,
      toCsv([
        { email: 'carl@acme.com', message: 'own', ...REJECTED },
        { email: 'xcarl@acme.com', message: 'longer', ...REJECTED },
        { email: 'dr.carl@acme.com', message: 'dotted', ...REJECTED },
        { email: 'carl@acme.com.au', message: 'longer still', ...REJECTED },
        { email: 'carl@acme.community', message: 'another end', ...REJECTED },
      ]),
    );
    const { refused_rows } = (await exportBy({ email: 'carl@acme.com' })).body.data;
    expect(refused_rows.map(({ row }: { row: { message: string } }) => row.message)).toEqual(['own']);
  });

  test('are found if the email contains spaces or non-ASCII characters', async () => {
    await importFile(
      suite.call,
      toCsv([
        { email: 'dora @ acme.com', message: 'spaces', ...REJECTED },
        { email: 'ÉMILE@acme.com', message: 'accents', ...REJECTED },
      ]),
    );
    const found = async (email: string): Promise<number> =>
      (await exportBy({ email })).body.data.refused_rows.length;
    expect.soft(await found('dora@acme.com')).toBe(1);
    expect.soft(await found('émile@acme.com')).toBe(1);
  });

  test('can be exported whatever characters they contain', async () => {
    const id = await importFile(
      suite.call,
      toCsv([{ email: 'eve@acme.com', message: 'C:\\u0000', note: 'tab\tquote"', ...REJECTED }]),
    );
    const answer = await exportBy({ email: 'eve@acme.com' });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.data.refused_rows).toMatchObject([{ row: { email: 'eve@acme.com' } }]);
    expect((await suite.call(`/api/imports/${id}/refused`)).text).toContain('eve@acme.com');
  });
});

test('the export of an unknown person is empty', async () => {
  const answer = await exportBy({ email: 'nobody@example.org' });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body.data).toEqual({
    exported_at: expect.any(String),
    leads: [],
    contacts: [],
    deliveries: [],
    refused_rows: [],
    received: [],
  });
});
