// Streams the export of an account as NDJSON: one line for each row, live before test, and a last line with the counts,
// which shows that nothing is missing.

import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AccountAccess } from '../../platform/db/account-scope.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { type ExportedRow, readAccount, readTeam } from './export-account.ts';

export interface AccountToExport {
  readonly teamDb: Installation;
  readonly live: AccountAccess;
  readonly test: AccountAccess | null;
}

const FORMAT_VERSION = 1;
const CHUNK_BYTES = 64 * 1024;

/** Reads from the database only as fast as the client reads the response. */
export const writeAccountExport = (account: AccountToExport): Readable =>
  Readable.from(inChunks(writeLines(account)), { objectMode: false, highWaterMark: CHUNK_BYTES });

async function* writeLines({ teamDb, live, test }: AccountToExport): AsyncGenerator<string> {
  yield toLine({ kind: 'export', format: FORMAT_VERSION, exported_at: new Date() });
  const counts: Record<string, number> = {};
  const count = ({ kind, data }: ExportedRow, mode?: 'live' | 'test'): string => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    return toLine({ kind, ...(mode === undefined ? {} : { mode }), data });
  };
  for await (const row of readTeam(teamDb, live.accountId)) yield count(row);
  for await (const row of readAccount(live)) yield count(row, 'live');
  if (test !== null) for await (const row of readAccount(test)) yield count(row, 'test');
  yield toLine({ kind: 'end', counts });
}

const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < CHUNK_BYTES) continue;
    yield* cut(text);
    text = '';
    await yieldToEventLoop();
  }
  yield* cut(text);
}

/** A part of a file is over a megabyte long, too much to see how fast a client reads it. */
function* cut(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}
