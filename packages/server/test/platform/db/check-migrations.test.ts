// scripts/check-migrations.ts rejects what would block or break running processes.

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../../..');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-check-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Each text is a migration of its own: 0100, 0101 and so on. Returns the complaints. */
async function check(texts: readonly string[]): Promise<string[]> {
  for (const [index, text] of texts.entries()) await writeFile(join(folder, `${100 + index}.sql`), text);
  const { stderr } = spawnSync(process.execPath, ['scripts/check-migrations.ts', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stderr.split('\n').filter((line) => /\b\d+(?:\.sql)?:/.test(line));
}

test('what blocks nobody is fine, and so is what is explained', async () => {
  const complaints = await check([
    'alter table leadline.leads add column note text;',
    `create table leadline.notes (account_id uuid primary key, text text not null);
     create index notes_by_text on leadline.notes (text);
     grant select on leadline.notes to leadline_api;`,
    'alter table leadline.leads add constraint scored check (score > 0) not valid;',
    '-- online\ncreate index concurrently leads_by_note on leadline.leads (account_id, note);',
    '-- online\nalter table leadline.leads validate constraint scored;',
    '-- online\ndo $$ begin update leadline.leads set note = null; commit; end $$;',
    '-- allow: plans has six rows\nupdate leadline.plans set monthly_leads = 1;',
    '-- squawk-ignore ban-drop-column\nalter table leadline.leads drop column note;',
  ]);
  expect(complaints).toEqual([]);
});

test('what locks a table for long, or takes away what the previous release uses, is rejected', async () => {
  const harmful: readonly (readonly [statement: string, reason: string])[] = [
    ['alter table leadline.leads drop column note;', 'ban-drop-column'],
    ['alter table leadline.leads rename column note to remark;', 'renaming-column'],
    ['drop table leadline.notes;', 'ban-drop-table'],
    ['alter table leadline.leads alter column score type int;', 'changing-column-type'],
    ['alter table leadline.leads alter column note set not null;', 'adding-not-nullable-field'],
    ['alter table leadline.leads add column note text not null;', 'adding-required-field'],
    ['alter table leadline.leads add column x uuid default gen_random_uuid();', 'adding-field-with-default'],
    ['alter table leadline.leads add constraint scored check (score > 0);', 'constraint-missing-not-valid'],
    ['create index leads_by_note on leadline.leads (note);', 'require-concurrent-index-creation'],
    ['drop index leadline.leads_by_note;', 'require-concurrent-index-deletion'],
    ['update leadline.leads set note = null;', "isn't checked"],
    ['drop function leadline.f(uuid);', "isn't checked"],
    ['revoke select on leadline.leads from leadline_api;', "isn't checked"],
    [`do $$ begin execute 'alter table leadline.leads drop column note'; end $$;`, "isn't checked"],
    ['-- allow:\nvacuum full leadline.leads;', "isn't checked"],
  ];
  const complaints = await check(harmful.map(([statement]) => statement));
  for (const [index, [, reason]] of harmful.entries()) {
    const own = complaints.filter((line) => new RegExp(`\\b${100 + index}(?:\\.sql)?:`).test(line));
    expect(own, harmful[index]?.[0]).toContainEqual(expect.stringContaining(reason));
  }
});
