// Imported leads keep their status and their owner: set once, with the leads, however often the worker is interrupted.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFileInProcess, uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runImport } from '../../src/imports/run/run-import.ts';
import { readId, showId } from '../../src/platform/base/ids.ts';
import { addMember } from '../support/add-member.ts';

const suite = useApi({ inOneCell: true });
let worker: pg.Pool;
beforeAll(() => {
  worker = openWorkerPool(suite.accountUrl);
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

test('unknown status words are listed, and a choice for each is applied to the whole file', async () => {
  const { accountId, call } = await newTeam();
  const words = ['Ghosted', 'ghosted!', 'Warm handoff', 'Contacted', 'Constructor', '', 'GHOSTED'];
  const file = toCsv(
    Array.from({ length: 700 }, (_, index) => ({
      email: `lead-${index}@acme.com`,
      Status: words[index % words.length] ?? '',
    })),
  );
  const id = await uploadFile(call, file);
  const { body: before } = await call(`/api/imports/${id}/preview`, {});
  expect(before.data.unknown_statuses).toEqual([
    { word: 'Ghosted', rows: 300 },
    { word: 'Warm handoff', rows: 100 },
    { word: 'Constructor', rows: 100 },
  ]);
  expect(before.data.status_words).toEqual([
    { word: 'Ghosted', rows: 300, status: null },
    { word: 'Warm handoff', rows: 100, status: null },
    { word: 'Constructor', rows: 100, status: null },
    { word: 'Contacted', rows: 100, status: 'contacted' },
  ]);
  expect(before.data.rows[0].error).toContain('“Ghosted” is not a known status');
  const statuses = { Ghosted: 'lost', 'Warm handoff': 'qualified' };
  const { body: after } = await call(`/api/imports/${id}/preview`, { statuses });
  expect(after.data.unknown_statuses).toEqual(before.data.unknown_statuses);
  expect(after.data.rows.slice(0, 5)).toMatchObject([
    { status: 'lost' },
    { status: 'lost' },
    { status: 'qualified' },
    { status: 'contacted' },
    { error: expect.stringContaining('“Constructor” is not a known status') },
  ]);
  expect((await call(`/api/imports/${id}/start`, { statuses: { Ghosted: 'dead' } })).status).toBe(400);
  expect((await call(`/api/imports/${id}/start`, { statuses })).status).toBe(200);
  const onFailure = (error: unknown): void => {
    throw error;
  };
  const options = { signal: new AbortController().signal, onRows: () => {}, onFailure };
  await runImport(worker, accountId, readId('imp', id) ?? '', options);
  expect((await call(`/api/imports/${id}`)).body.data.progress).toMatchObject({ stored: 600, refused: 100 });
  const { rows } = await worker.query(
    `select outcome, stage, count(*)::integer as leads from leadline.leads
     where account_id = $1 group by 1, 2 order by 1, 2`,
    [accountId],
  );
  expect(rows).toEqual([
    { outcome: 'lost', stage: 'new', leads: 300 },
    { outcome: 'open', stage: 'contacted', leads: 100 },
    { outcome: 'open', stage: 'new', leads: 100 },
    { outcome: 'open', stage: 'qualified', leads: 100 },
  ]);
});

test('a known status word can be given another status', async () => {
  const { call } = await newTeam();
  const id = await uploadFile(
    call,
    'email,Deal stage,Amount\na@acme.com,On hold,\nb@acme.com,Dead,900\nc@acme.com,Closed won,1200.50\n',
  );
  const { body: before } = await call(`/api/imports/${id}/preview`, {});
  expect(before.data.status_words).toEqual([
    { word: 'On hold', rows: 1, status: 'contacted' },
    { word: 'Dead', rows: 1, status: 'lost' },
    { word: 'Closed won', rows: 1, status: 'won' },
  ]);
  const statuses = { 'on hold': 'qualified', Dead: 'contacted' };
  const { body: after } = await call(`/api/imports/${id}/preview`, { statuses });
  expect(after.data.rows).toMatchObject([
    { status: 'qualified' },
    { status: 'contacted' },
    { status: 'won', outcome_amount: 1200.5 },
  ]);
  expect(after.data.rows[1]).not.toHaveProperty('outcome_amount');
});

test('leads are not assigned to viewers, and the preview says so', async () => {
  const { accountId, call } = await newTeam();
  await addMember(suite.owner, accountId, 'viewer', 'Vera Vu');
  const file = toCsv([{ email: 'one@acme.com', Owner: 'Vera Vu' }]);
  const id = await uploadFile(call, file);
  const { body } = await call(`/api/imports/${id}/preview`, {});
  expect(body.data.rows).toMatchObject([{ viewer_assignee: 'Vera Vu' }]);
  expect(body.data.rows[0]).not.toHaveProperty('assignee');
  await importFileInProcess(call, worker, accountId, file);
  expect((await call(`/api/imports/${id}`)).body.data.progress).toMatchObject({ stored: 1, unassigned: 1 });
  expect((await call('/api/leads')).body.data).toMatchObject([{ assignee: null }]);
});
