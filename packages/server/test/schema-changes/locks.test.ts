// The locks that the plan and the check expect are those that PostgreSQL takes.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../src/db/pool.ts';
import type { Lock } from '../../src/schema-changes/effect.ts';
import { readEffects } from '../../src/schema-changes/read-effects.ts';
import { splitStatements } from '../../src/schema-changes/split-statements.ts';

const STRENGTH: readonly Lock[] = [
  'row exclusive',
  'share update exclusive',
  'share',
  'share row exclusive',
  'access exclusive',
];

let owner: pg.Pool;
beforeAll(async () => {
  owner = openPool(await cloneDatabase(), { size: 1 });
  await owner.query(`
    create table leadline.notes (id uuid not null, account_id uuid, body text, note_count integer default 0);
    insert into leadline.notes (id) select uuidv7() from generate_series(1, 100);
    create unique index notes_id on leadline.notes (id);
    alter table leadline.notes add constraint short check (length(body) < 10) not valid;`);
});
afterAll(() => owner.end());

test.each([
  'alter table leadline.notes add column a text',
  `alter table leadline.notes add column a text not null default 'x'`,
  'alter table leadline.notes add column a uuid default uuidv7()',
  'alter table leadline.notes add column a int check (a > 0)',
  'alter table leadline.notes add column a int generated always as (note_count + 1) stored',
  'alter table leadline.notes drop column body',
  'alter table leadline.notes alter column note_count type bigint',
  'alter table leadline.notes alter column note_count set default 1',
  'alter table leadline.notes alter column note_count drop default',
  'alter table leadline.notes alter column id drop not null',
  'alter table leadline.notes alter column note_count set not null',
  'alter table leadline.notes alter column note_count set statistics 10',
  'alter table leadline.notes add constraint b check (note_count >= 0) not valid',
  'alter table leadline.notes add constraint b check (note_count >= 0)',
  'alter table leadline.notes add foreign key (account_id) references leadline.accounts (id) not valid',
  'alter table leadline.notes add constraint b unique (id)',
  'alter table leadline.notes add constraint b unique using index notes_id',
  'alter table leadline.notes drop constraint short',
  'alter table leadline.notes validate constraint short',
  'alter table leadline.notes enable row level security',
  'alter table leadline.notes set (fillfactor = 70)',
  'alter table leadline.notes rename column body to text',
  'create index notes_by_body on leadline.notes (body)',
  'create policy everyone on leadline.notes to leadline_api using (true)',
  'create table leadline.more (id uuid references leadline.notes (id))',
  'grant select on leadline.notes to leadline_api',
  'insert into leadline.notes (id) values (uuidv7())',
  'update leadline.notes set note_count = 1',
  'delete from leadline.notes',
  'drop table leadline.notes',
])('%s', async (text) => {
  const [statement] = splitStatements(text);
  if (statement === undefined) throw new Error('no statement');
  const effects = readEffects(statement, { isOnline: false, newTables: new Set() });
  const { lock, isRewritten } = await runAndUndo(text);
  const expected = effects
    .flatMap(({ locks }) => locks)
    .filter(({ table }) => table === 'notes')
    .map((one) => one.lock);
  expect(strongest(expected)).toBe(lock);
  expect(effects.some(({ work }) => work === 'rewrites')).toBe(isRewritten);
});

const strongest = (locks: readonly Lock[]): Lock | undefined =>
  STRENGTH.findLast((lock) => locks.includes(lock));

async function runAndUndo(text: string): Promise<{ lock: Lock | undefined; isRewritten: boolean }> {
  const client = await owner.connect();
  const readFile = async (): Promise<unknown> =>
    (
      await client.query(
        `select pg_relation_filenode(oid) as file from pg_class where oid = to_regclass('leadline.notes')`,
      )
    ).rows[0]?.file;
  try {
    const { rows: oids } = await client.query(`select 'leadline.notes'::regclass::oid as oid`);
    const before = await readFile();
    await client.query('begin');
    await client.query(text);
    const { rows } = await client.query<{ mode: string }>(
      'select mode from pg_locks where pid = pg_backend_pid() and relation = $1',
      [oids[0]?.oid],
    );
    const after = await readFile();
    const locks = rows.map(({ mode }) => nameLock(mode));
    return { lock: strongest(locks), isRewritten: after !== undefined && after !== before };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** From "ShareUpdateExclusiveLock" to "share update exclusive". */
const nameLock = (mode: string): Lock =>
  mode
    .replace(/Lock$/, '')
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase() as Lock;
