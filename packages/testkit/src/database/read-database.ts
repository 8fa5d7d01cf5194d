// Reads every row of all Leadline and job queue tables as text, including binary columns.

import type pg from 'pg';

export interface StoredRow {
  readonly table: string;
  readonly text: string;
}

export async function readDatabase(owner: pg.Pool): Promise<StoredRow[]> {
  const tables = await owner.query<{ name: string }>(
    // relkind "r" matches partitions but not their partitioned parent tables.
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname in ('leadline', 'leadline_jobs') and relkind = 'r' order by 1`,
  );
  const stored: StoredRow[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<Record<string, unknown>>(`select * from ${name}`);
    for (const row of rows) stored.push({ table: name, text: Object.values(row).map(toText).join('\t') });
  }
  return stored;
}

/** Formats one row per line, so that the text can be searched like a log. */
export const toLines = (rows: readonly StoredRow[]): string =>
  rows.map(({ table, text }) => `${table} ${text.replaceAll('\n', ' ')}`).join('\n');

function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('utf8');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
