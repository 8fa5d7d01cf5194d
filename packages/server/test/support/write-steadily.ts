// Writes leads to an account all the time. Like the API, it looks in the directory for the account's cell, and again if the
// account isn't there.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import { writeLeads } from '../../src/leads/intake/write-leads.ts';
import { isAccountElsewhere } from '../../src/platform/db/account-elsewhere.ts';
import type { CellName, Cells } from './cells.ts';

export interface SteadyWriter {
  /** The IDs of all leads that were stored. */
  readonly written: Set<string>;
  longestWaitMs: number;
  stop(): Promise<void>;
}

const PAUSE_MS = 5;

export function writeSteadily({ pools }: Cells, accountIds: readonly string[]): SteadyWriter {
  let isStopping = false;
  const writer = { written: new Set<string>(), longestWaitMs: 0, stop: async () => {} };
  const write = async (accountId: string): Promise<void> => {
    const lead = makeLeadToWrite(accountId);
    const startedAt = performance.now();
    for (;;) {
      const { rows } = await pools.main.query<{ cell: CellName }>(
        'select cell from leadline.accounts where id = $1',
        [accountId],
      );
      const client = await pools[(rows[0] as { cell: CellName }).cell].connect();
      try {
        await writeLeads(client, [lead]);
        writer.written.add(lead.leadId);
        writer.longestWaitMs = Math.max(writer.longestWaitMs, performance.now() - startedAt);
        return;
      } catch (error) {
        if (!isAccountElsewhere(error)) throw error;
        await sleep(PAUSE_MS);
      } finally {
        client.release();
      }
    }
  };
  const loops = accountIds.map(async (accountId) => {
    while (!isStopping) {
      await write(accountId);
      await sleep(PAUSE_MS);
    }
  });
  const all = Promise.all(loops);
  all.catch(() => {}); // fails again in stop()
  writer.stop = async () => {
    isStopping = true;
    await all;
  };
  return writer;
}
