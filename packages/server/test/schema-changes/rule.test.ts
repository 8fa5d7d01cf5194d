// Which statements of a migration the check in CI accepts.

import { describe, expect, test } from 'vitest';
import { findRuleBreaks, listRemovals } from '../../src/schema-changes/find-rule-breaks.ts';
import { readMigration } from '../../src/schema-changes/read-migration.ts';
import { findLost, readInterface } from '../../src/schema-changes/schema-interface.ts';

const check = (text: string): string[] => findRuleBreaks(readMigration('0100_test', text), '1.2.0');
const online = (text: string): string[] => check(`-- online\n${text}`);

describe('a migration may', () => {
  test.each([
    [
      'create a table with indexes, policies and references',
      `
      create table leadline.notes (account_id uuid not null references leadline.accounts (id), id uuid, primary key (account_id, id));
      create index notes_by_id on leadline.notes (id);
      alter table leadline.notes enable row level security;
      create policy own_account on leadline.notes to leadline_api using (true);
      insert into leadline.notes select * from (values (1)) as v;`,
    ],
    ['add a column', 'alter table leadline.leads add column note text;'],
    [
      'add columns with constant defaults',
      `alter table leadline.leads add column a text not null default 'new', add column b timestamptz default now();`,
    ],
    [
      'add a constraint without checking it',
      'alter table leadline.leads add constraint note_fits check (length(note) < 10) not valid;',
    ],
    [
      'grant privileges and create functions',
      'grant select on leadline.leads to leadline_api; create or replace function leadline.f() returns int language sql as $$ select 1; $$;',
    ],
    [
      'replace a constraint by an index that exists',
      'alter table leadline.leads add constraint one_note unique using index leads_by_note;',
    ],
  ])('%s', (_, text) => {
    expect(check(text)).toEqual([]);
  });

  test.each([
    ['build an index', 'create index concurrently leads_by_note on leadline.leads (note);'],
    ['validate a constraint', 'alter table leadline.leads validate constraint note_fits;'],
    [
      'change rows in batches',
      'do $$ begin loop update leadline.leads set note = null; exit; end loop; commit; end $$;',
    ],
  ])('online, %s', (_, text) => {
    expect(online(text)).toEqual([]);
  });
});

describe('a migration may not', () => {
  test.each([
    [
      'build an index while writers wait',
      'create index leads_by_note on leadline.leads (note);',
      'nothing can be written',
    ],
    [
      'build an index concurrently in a transaction',
      'create index concurrently x on leadline.leads (note);',
      'online migration',
    ],
    [
      'add a column with a volatile default',
      'alter table leadline.leads add column x uuid default uuidv7();',
      'rewrites the table',
    ],
    [
      'add a stored generated column',
      'alter table leadline.leads add column x int generated always as (score + 1) stored;',
      'rewrites the table',
    ],
    [
      'add a required column without a default',
      'alter table leadline.leads add column x text not null;',
      'previous release inserts rows',
    ],
    ['add a unique column', 'alter table leadline.leads add column x text unique;', 'builds an index'],
    [
      'add a column with a check',
      'alter table leadline.leads add column x int check (x > 0);',
      'reads the table',
    ],
    [
      'make a column required',
      'alter table leadline.leads alter column note set not null;',
      'reads the table',
    ],
    [
      'check a new constraint at once',
      'alter table leadline.leads add constraint c check (score > 0);',
      'not valid',
    ],
    [
      'check a foreign key at once',
      'alter table leadline.notes add foreign key (a) references leadline.accounts (id);',
      'not valid',
    ],
    [
      'validate a constraint in a transaction',
      'alter table leadline.leads validate constraint c;',
      'online migration',
    ],
    ['change all rows in a transaction', 'update leadline.leads set note = null;', 'batches'],
    [
      'copy rows of an existing table',
      'create table leadline.copies (id uuid); insert into leadline.copies select id from leadline.leads;',
      'batches',
    ],
    [
      'create a partition in place',
      'create table leadline.leads_2030_01 partition of leadline.leads for values from (1) to (2);',
      'attach',
    ],
    [
      'hide statements in a block',
      `do $$ begin execute 'alter table leadline.leads drop column note'; end $$;`,
      'does not know',
    ],
    ['run what the check does not know', 'cluster leadline.leads;', 'does not know'],
    ['drop a column', 'alter table leadline.leads drop column note;', 'may still use leads.note'],
    [
      'rename a column',
      'alter table leadline.leads rename column note to remark;',
      'may still use leads.note',
    ],
    ['drop a table', 'drop table leadline.notes;', 'may still use notes'],
    ['drop a function', 'drop function leadline.f(uuid, text);', 'may still use function f'],
    ['drop an index', 'drop index leadline.leads_by_note;', 'may still use index leads_by_note'],
    [
      'revoke a privilege',
      'revoke select on leadline.leads from leadline_api;',
      'may still use grant select',
    ],
  ])('%s', (_, text, reason) => {
    expect(check(text)).toEqual([expect.stringContaining(reason)]);
  });

  test('change the type of a column, which rewrites the table and breaks the previous release', () => {
    expect(check('alter table leadline.leads alter column score type int;')).toEqual([
      expect.stringContaining('rewrites the table'),
      expect.stringContaining('may still use leads.score'),
    ]);
  });

  test('explain a lock without a reason, or remove what an unreleased version stopped using', () => {
    expect(check('-- allow lock:\nalter table leadline.plans alter column name type varchar;')).toHaveLength(
      2,
    );
    expect(check('-- unused since 1.3.0: gone\nalter table leadline.leads drop column note;')).toEqual([
      expect.stringContaining("1.3.0 isn't released yet"),
    ]);
  });
});

test('a reason allows a lock, and a release allows a removal, for the next statement only', () => {
  expect(check('-- allow lock: plans has six rows\nupdate leadline.plans set monthly_leads = 1;')).toEqual(
    [],
  );
  expect(
    check(`-- unused since 1.2.0: nothing reads it
      alter table leadline.leads drop column note;
      alter table leadline.leads drop column phone;`),
  ).toEqual([expect.stringContaining('leads.phone')]);
});

test('semicolons in strings, comments and function bodies do not end a statement', () => {
  const { steps } = readMigration(
    '0100_test',
    `-- one; two
     create function leadline.f() returns text language sql as $body$ select ';'; $body$; /* ; */
     comment on table leadline.leads is 'it''s; fine'; -- the end;`,
  );
  expect(steps.map(({ effects }) => effects[0]?.action)).toEqual(['creates function f', 'changes a comment']);
});

describe('the schema of the last release', () => {
  const schema = (text: string): string[] => readInterface(text);
  const released = schema(`create table leads (
  id uuid not null,
  note text collate "C" not null default ''::text,
  state text default 'new'::text
);
CREATE OR REPLACE FUNCTION leadline.f(a uuid)
 RETURNS text
grant select, update on leads to leadline_api;
grant select on accounts (ai) to leadline_api;
`);

  test('is kept if things are only added', () => {
    const current = schema(`create table leads (
  id uuid not null,
  note text collate "C" not null default ''::text,
  state text default 'old'::text,
  more integer
);
CREATE OR REPLACE FUNCTION leadline.f(a uuid)
 RETURNS text
CREATE OR REPLACE FUNCTION leadline.f(a uuid, b text)
 RETURNS text
grant delete, select, update on leads to leadline_api;
grant select on accounts to leadline_api;
`);
    expect(findLost(released, current, [])).toEqual([]);
  });

  test('is lost with a column, a default, a type, a signature or a privilege, unless that is removed on purpose', () => {
    const current = schema(`create table leads (
  id text not null,
  state text
);
CREATE OR REPLACE FUNCTION leadline.f(a uuid, b text)
 RETURNS text
grant select on leads to leadline_api;
`);
    expect(findLost(released, current, [])).toEqual([
      'column leads.id uuid',
      'column leads.note text',
      'default of leads.note',
      'default of leads.state',
      'function f(a uuid) returns text',
      'grant select on accounts (ai) to leadline_api',
      'grant update on leads to leadline_api',
    ]);
    const removals = listRemovals([
      readMigration(
        '0100_test',
        `-- unused since 1.0.0: test
         alter table leadline.leads drop column note, alter column state drop default;
         -- unused since 1.0.0: test
         drop function leadline.f(uuid);
         -- unused since 1.0.0: test
         revoke update on leadline.leads from leadline_api;
         drop table leadline.accounts;`,
      ),
    ]);
    expect(findLost(released, current, removals)).toEqual([
      'column leads.id uuid',
      'grant select on accounts (ai) to leadline_api',
    ]);
  });
});
