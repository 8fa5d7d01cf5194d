// Breaks the statement that stores leads.

import { readFile } from 'node:fs/promises';
import { openPool } from '@leadline/server';

const FILE = new URL('../../../server/sql/write_leads.sql', import.meta.url);

export type Change = readonly [from: string, to: string];

/** Replaces every occurrence, and insists that there is one. */
export async function changeWriteLeads(databaseUrl: string, changes: readonly Change[]): Promise<void> {
  let text = await readFile(FILE, 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`write_leads.sql does not contain: ${from}`);
    text = text.replaceAll(from, to);
  }
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    await pool.query(`begin; ${text}; commit`);
  } finally {
    await pool.end();
  }
}
