// `leadline import` as a process, against a running service.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setPlan } from '@leadline/server';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { startTestApi, startTestWorker } from '@leadline/testkit/service/start-in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');

const OLD_LEADS = `First Name,Last Name,E-Mail,Mobile,Lead Source,Created,Deal stage,Close date,Amount,Team size,Comments
Ana,Lopez,ana@acme.com,+1 212 555 0123,google,2024-03-31,Closed Won,2024-04-20,"12,500.00",40,"We need 40 laptops, with docking stations"
Bo,Ek,bo@initech.com,,referral,14.02.2025 09:30,Closed Lost,2025-03-01,,12,Please send a quote
Cy,Young,,,fair,2025-06-01,New,,,,Just looking
Dee,Ray,dee@globex.com,+44 20 7183 8750,google,03/31/2025,Ghosted,,,8,Call me about 3 licences
`;

let owner: ReturnType<typeof openOwner>;
let api: Awaited<ReturnType<typeof startTestApi>>;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  const databaseUrl = await cloneDatabase();
  owner = openOwner(databaseUrl);
  api = await startTestApi(databaseUrl);
  worker = await startTestWorker(databaseUrl);
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  await owner.destroy();
});

let folder: string;
let account: Awaited<ReturnType<typeof makeAccount>>;
beforeEach(async () => {
  account = await makeAccount(owner);
  folder = await mkdtemp(join(tmpdir(), 'leadline-import-'));
  await write('old-leads.csv', OLD_LEADS);
  return () => rm(folder, { recursive: true });
});

const write = (name: string, content: string): Promise<void> => writeFile(join(folder, name), content);

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function leadline(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Result> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    // npm sets it to where the user called it from.
    env: { NO_COLOR: '1', INIT_CWD: folder, LEADLINE_URL: api.url, LEADLINE_KEY: account.liveKey, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const status = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  return { status: await status, stdout, stderr };
}

const importFile = (...args: readonly string[]): Promise<Result> => leadline(['import', ...args]);

const ask = (path: string) => call(api.url, path, undefined, { key: account.liveKey });

async function countChunks(): Promise<number> {
  const chunks = await owner
    .selectFrom('import_chunks')
    .select('number')
    .where('account_id', '=', account.accountId)
    .execute();
  return chunks.length;
}

/** One line, without a stack trace. */
const expectFailure = ({ status, stdout, stderr }: Result, words: string): void => {
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining(words),
  });
  expect(stderr).toMatch(/^leadline: .*\n$/);
};

test('a dry run shows the columns and the first rows, and stores nothing', async () => {
  const { status, stdout, stderr } = await importFile('old-leads.csv', '--dry-run');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^First Name +first_name\nLast Name +last_name\nE-Mail +email\nMobile +phone\n/);
  expect(stdout).toMatch(/\nTeam size +custom\nComments +message\n\n/);
  expect(stdout).toMatch(/\nline 2 +\d+ +(?:Hot|Warm|Cool|Cold) +Ana Lopez\n/);
  expect(stdout).toContain(
    '\nline 4  rejected: No email or phone number\n' +
      'line 5  rejected: Deal stage: “Ghosted” is not a known outcome; use won, lost, or a status such as new or contacted\n',
  );
  expect(stdout).toMatch(/\nNothing was stored\. .*\n$/);
  expect((await ask('/api/leads')).body.data).toEqual([]);
  expect(await countChunks()).toBe(0);
  expect((await importFile('old-leads.csv')).stdout).toBe(
    'finished: 4 rows read, 2 leads stored, 2 rejected\n' +
      'To get the rejected rows, run it again with --refused FILE.\n',
  );
});

test('an import prints its result and writes the rejected rows to a file', async () => {
  const first = await importFile('old-leads.csv', '--refused', 'refused.csv');
  expect(first).toEqual({
    status: 0,
    stdout: 'finished: 4 rows read, 2 leads stored, 2 rejected\nrejected rows are in refused.csv\n',
    stderr: '',
  });
  const lines = OLD_LEADS.split('\n');
  expect(await readFile(join(folder, 'refused.csv'), 'utf8')).toBe(
    `${lines[0]},leadline_line,leadline_reason\r\n` +
      `${lines[3]},4,No email or phone number\r\n` +
      // The apostrophe keeps spreadsheets from taking the number for a formula; importing the file again removes it.
      `${lines[4]?.replace('+44', "'+44")},5,"Deal stage: “Ghosted” is not a known outcome; use won, lost, or a status such as new or contacted"\r\n`,
  );
  expect((await ask('/api/leads')).body.data).toHaveLength(2);
  expect((await ask('/api/imports')).body.data[0]).toMatchObject({ file_name: 'old-leads.csv' });

  // A second run adds nothing, but can still fetch the rejected rows.
  await rm(join(folder, 'refused.csv'));
  const again = await importFile('old-leads.csv', '--refused', 'again.csv');
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(again.stdout).toMatch(
    /^finished: 4 rows read, 2 leads stored, 2 rejected \(.*\)\nrejected rows are in/,
  );
  expect(await readFile(join(folder, 'again.csv'), 'utf8')).toContain('dee@globex.com');
  expect((await ask('/api/leads')).body.data).toHaveLength(2);

  // Once fixed, the file of rejected rows can be imported as it is.
  const refused = await readFile(join(folder, 'again.csv'), 'utf8');
  await write('fixed.csv', refused.replace('Ghosted,', 'lost,').replace('Young,,', 'Young,cy@acme.com,'));
  expect(await importFile('fixed.csv', '--refused', 'none.csv')).toEqual({
    status: 0,
    stdout: 'finished: 2 rows read, 2 leads stored, 0 rejected\n',
    stderr: '',
  });
  await expect(readFile(join(folder, 'none.csv'))).rejects.toThrow('ENOENT');
});

test('NDJSON is imported like CSV, whatever the file name', async () => {
  const name = 'leads & more?=#1 50% März.ndjson';
  await write(name, '{"email":"ana@acme.com"}\n{"name":"nobody"}\n{broken\n');
  const { status, stdout } = await importFile(name, '--refused=refused.ndjson', `--url=${api.url}/api/`);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: 'finished: 3 rows read, 1 leads stored, 2 rejected\nrejected rows are in refused.ndjson\n',
  });
  const refused = (await readFile(join(folder, 'refused.ndjson'), 'utf8')).trim().split('\n');
  expect(refused.map((line) => JSON.parse(line))).toEqual([
    {
      name: 'nobody',
      leadline_line: 2,
      leadline_reason: expect.stringContaining('No email or phone number'),
    },
    { row: '{broken', leadline_line: 3, leadline_reason: 'the line is not valid JSON' },
  ]);
  expect((await ask('/api/imports')).body.data[0].file_name).toBe(name);
});

test('a file name that is too long for the service is shortened', async () => {
  const name = `${'a'.repeat(199)}😀.csv`;
  await write(name, OLD_LEADS);
  expect(await importFile(name)).toMatchObject({ status: 0, stderr: '' });
  expect((await ask('/api/imports')).body.data[0].file_name).toMatch(/^a{199}/);
});

describe('when the monthly allowance is used up', () => {
  const rows = Array.from({ length: 30 }, (_, index) => `lead-${index}@acme.com\n`).join('');
  beforeEach(async () => {
    account = await makeAccount(owner, { monthlyLeads: 12 });
    await write('leads.csv', `email\n${rows}`);
  });

  test('an import stops, and continues when run again on a larger plan', async () => {
    expect(await importFile('leads.csv')).toEqual({
      status: 1,
      stdout:
        'stopped: 12 rows read, 12 leads stored, 0 rejected\n' +
        'plan limit reached: your plan includes 12 leads a month; the import can be resumed from line 14\n',
      stderr: '',
    });
    await setPlan(owner, account.accountId, 'unlimited');
    expect(await importFile('leads.csv')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^finished: 30 rows read, 30 leads stored, 0 rejected/),
    });
    expect((await ask('/api/leads')).body.data).toHaveLength(30);
  });

  test('an import with --when-full=skip rejects the remaining rows', async () => {
    const { status, stdout } = await importFile('leads.csv', '--when-full=skip', '--refused=rest.csv');
    expect(status).toBe(0);
    expect(stdout).toContain('finished: 30 rows read, 12 leads stored, 18 rejected\n');
    const rest = (await readFile(join(folder, 'rest.csv'), 'utf8')).trim().split('\r\n');
    expect(rest).toHaveLength(19);
    expect(rest[1]).toBe('lead-12@acme.com,14,plan limit reached: your plan includes 12 leads a month');
  });
});

describe('--map', () => {
  test('--map sets the meaning of a column, whatever its name', async () => {
    await write('leads.csv', 'Where,a=b,Ref\nana@acme.com,We need 3 laptops,7\n');
    const maps = ['Where=email', 'a=b=message', 'Ref=ignore'].flatMap((map) => ['--map', map]);
    expect(await importFile('leads.csv', ...maps)).toMatchObject({ status: 0, stderr: '' });
    const [{ lead_id }] = (await ask('/api/leads')).body.data;
    expect((await ask(`/api/leads/${lead_id}`)).body.data.lead).toMatchObject({
      email: 'ana@acme.com',
      message: 'We need 3 laptops',
      custom_fields: {},
    });
  });

  test('--map with an unknown column or a wrong format fails, and a dry run leaves no upload behind', async () => {
    const [dry, malformed] = await Promise.all([
      importFile('old-leads.csv', '--dry-run', '--map', 'Ref=ignore'),
      importFile('old-leads.csv', '--map', 'Comments'),
    ]);
    expectFailure(dry, 'unknown column "Ref"');
    expect(malformed).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Use column=meaning.'),
    });
    expect(await countChunks()).toBe(0);
  });
});

describe('--status', () => {
  test('--status says what an unknown word means, and a wrong format fails', async () => {
    const { status, stdout } = await importFile('old-leads.csv', '--status', 'ghosted=lost');
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('3 leads stored, 1 rejected'),
    });
    expect(await importFile('old-leads.csv', '--status', 'Ghosted')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Use word=status.'),
    });
  });
});

describe('--json', () => {
  test('--json prints the preview of a dry run', async () => {
    const { status, stdout } = await importFile('old-leads.csv', '--dry-run', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      import_id: expect.stringMatching(/^imp_/),
      columns: expect.arrayContaining([
        { name: 'E-Mail', meaning: 'email', sample: 'ana@acme.com', skipped_because: null },
      ]),
      rows: [{ line: 2, outcome: 'won' }, { line: 3 }, { line: 4, error: expect.any(String) }, { line: 5 }],
    });
  });

  test('--json prints the result of an import that stopped', async () => {
    account = await makeAccount(owner, { monthlyLeads: 1 });
    const { status, stdout, stderr } = await importFile('old-leads.csv', '--json');
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'stopped',
      error: expect.stringContaining('resumed from line 3'),
      progress: { rows_read: 1, stored: 1, refused: 0 },
    });
  });
});

describe('a mistake is reported in one line:', () => {
  test('an unknown API key, even with a large file', async () => {
    await write('large.csv', `email,message\n${'ana@acme.com,Hello\n'.repeat(1_500_000)}`);
    expectFailure(await importFile('large.csv', '--key', 'll_live_wrong'), 'unknown API key');
  });

  test('a missing key, a missing file, a service that is not running', async () => {
    const [noKey, noFile, noService] = await Promise.all([
      leadline(['import', 'old-leads.csv'], { LEADLINE_KEY: undefined }),
      importFile('none.csv'),
      importFile('old-leads.csv', '--url', 'http://127.0.0.1:1'),
    ]);
    expectFailure(noKey, 'no API key: pass --key or set LEADLINE_KEY');
    expectFailure(noFile, 'cannot read none.csv: no such file');
    expectFailure(noService, 'cannot reach http://127.0.0.1:1. Is the service running?');
  });

  test('a file without leads', async () => {
    await Promise.all([write('empty.csv', ''), write('sheet.xlsx', 'PK\x03\x04')]);
    const [empty, sheet] = await Promise.all([importFile('empty.csv'), importFile('sheet.xlsx')]);
    expectFailure(empty, 'the file is empty');
    expectFailure(sheet, 'the workbook is incomplete');
  });

  test('a file larger than 1 GiB', async () => {
    await truncate(join(folder, 'old-leads.csv'), 1024 ** 3 + 1);
    expectFailure(await importFile('old-leads.csv'), 'the limit is 1 GiB');
  });

  test('an unknown value of an option', async () => {
    expect(await importFile('old-leads.csv', '--when-full=never')).toMatchObject({ status: 2, stdout: '' });
  });
});

test('text in a file cannot control the terminal', async () => {
  await write('leads.csv', 'email,name,\x1b[2JNotes\nana@acme.com,\x1b[31mAna,\n,,\x1b[2J\n');
  const { stdout } = await importFile('leads.csv', '--dry-run');
  expect(stdout).toContain('Ana\n');
  expect(stdout).toContain('Notes');
  expect(stdout).not.toContain('\x1b');
});
