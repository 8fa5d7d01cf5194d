// Imported leads keep their status and their owner: set once, with the leads, however often the worker is interrupted.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFileInProcess, uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readId, showId } from '../../src/base/ids.ts';
import { runImport } from '../../src/imports/run-import.ts';
import { addMember } from '../support/add-member.ts';

const suite = useApi();
let worker: pg.Pool;
beforeAll(() => {
  worker = openWorkerPool(suite.databaseUrl);
});
afterAll(() => worker.end());

async function newTeam() {
  const account = await makeAccount(suite.owner);
  const { accountId } = account;
  const people = await Promise.all(
    ['Ana López', 'Bo Ek', 'bo ek'].map((name) => addMember(suite.owner, accountId, 'rep', name)),
  );
  return { accountId, call: callAs(suite, account), people };
}

const ROWS = [
  { email: 'one@acme.com', Status: 'Contacted', Owner: 'ANA LOPEZ' },
  { email: 'two@acme.com', Status: 'Neu', Owner: 'Bo Ek' },
  { email: 'three@acme.com', Status: 'Closed won', Owner: '' },
  { email: 'four@acme.com', Status: 'Qualified', Owner: 'Somebody Else' },
  { email: 'five@acme.com', Status: 'Disqualified', Owner: 'n/a' },
  { email: 'six@acme.com', Status: '', Owner: '' },
  { email: '', Status: 'Contacted', Owner: 'Nobody' },
];

test('the preview and the leads have status and assignee, and unknown ones are counted', async () => {
  const { accountId, call, people } = await newTeam();
  const rows = [
    ...ROWS,
    { email: 'seven@acme.com', Status: 'New', Owner: `Ana <${people[2]?.email.toUpperCase()}>` },
  ];
  const id = await uploadFile(call, toCsv(rows));
  const { body } = await call(`/api/imports/${id}/preview`, {});
  expect(body.data.rows).toMatchObject([
    { status: 'contacted', assignee: 'Ana López' },
    { status: 'new', unknown_assignee: 'Bo Ek' },
    { status: 'won', outcome: 'won' },
    { status: 'qualified', unknown_assignee: 'Somebody Else' },
    { status: 'unqualified' },
    { status: 'new' },
    { error: expect.any(String) },
    { status: 'new', assignee: 'bo ek' },
  ]);
  await importFileInProcess(call, worker, accountId, toCsv(rows));
  expect((await call(`/api/imports/${id}`)).body.data.progress).toMatchObject({
    stored: 7,
    refused: 1,
    unassigned: 2,
  });
  const { body: list } = await call('/api/leads?limit=100');
  const found = new Map<string, object>();
  for (const { lead_id } of list.data) {
    const { data } = (await call(`/api/leads/${lead_id}`)).body;
    found.set(data.lead.email, {
      status: data.status,
      assignee: data.assignee,
      timeline: data.timeline.length,
    });
  }
  const user = (index: number): string => showId('user', people[index]?.userId ?? '');
  expect(Object.fromEntries(found)).toEqual({
    'one@acme.com': { status: 'contacted', assignee: user(0), timeline: 2 },
    'two@acme.com': { status: 'new', assignee: null, timeline: 2 },
    'three@acme.com': { status: 'won', assignee: null, timeline: 3 },
    'four@acme.com': { status: 'qualified', assignee: null, timeline: 2 },
    'five@acme.com': { status: 'unqualified', assignee: null, timeline: 2 },
    'six@acme.com': { status: 'new', assignee: null, timeline: 2 },
    'seven@acme.com': { status: 'new', assignee: user(2), timeline: 2 },
  });
});

test('status and assignee are stored with the leads, even if the worker stops again and again', async () => {
  const { accountId, call } = await newTeam();
  const file = toCsv(
    Array.from({ length: 2_000 }, (_, index) => ({
      email: `lead-${index}@acme.com`,
      Status: index % 2 === 0 ? 'Contacted' : 'New',
      Owner: index % 4 === 0 ? 'Ana Lopez' : index % 4 === 1 ? 'Gone' : '',
    })),
  );
  const id = await uploadFile(call, file, '&start=true');
  let turns = 0;
  const onFailure = (error: unknown): void => {
    throw error;
  };
  for (let result = 'paused'; result === 'paused'; turns++) {
    let batches = 0;
    const options = { signal: new AbortController().signal, onRows: () => {}, onFailure };
    result = await runImport(worker, accountId, readId('imp', id) ?? '', {
      ...options,
      isTurnOver: () => ++batches >= 2,
    });
  }
  expect(turns).toBeGreaterThan(2);
  expect((await call(`/api/imports/${id}`)).body.data).toMatchObject({
    status: 'finished',
    progress: { stored: 2_000, refused: 0, unassigned: 500 },
  });
  const { rows } = await worker.query(
    `select stage, assignee is not null as "isAssigned", count(*)::integer as leads from leadline.leads
     where account_id = $1 group by 1, 2 order by 1, 2`,
    [accountId],
  );
  expect(rows).toEqual([
    { stage: 'contacted', isAssigned: false, leads: 500 },
    { stage: 'contacted', isAssigned: true, leads: 500 },
    { stage: 'new', isAssigned: false, leads: 1_000 },
  ]);
});
