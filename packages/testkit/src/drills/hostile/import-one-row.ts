// Times an import of a single row: others' imports must not delay it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../http/client.ts';

interface Answer {
  readonly data?: { readonly import_id: string; readonly status: string };
}

const POLL_MS = 200;

/** Returns the seconds, at most `maxSeconds`. */
export async function importOneRow(client: Client, key: string, maxSeconds: number): Promise<number> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const file = `email,message\nana-${Math.random()}@example.org,Hello\n`;
  let current = await client
    .upload('/api/imports?file_name=one.csv&start=true', file, { key })
    .then(({ text }) => (JSON.parse(text) as Answer).data)
    .catch(() => undefined);
  while (current !== undefined && current.status !== 'finished' && seconds() < maxSeconds) {
    await sleep(POLL_MS);
    current = await client
      .get(`/api/imports/${current.import_id}`, { key })
      .then(({ text }) => (JSON.parse(text) as Answer).data ?? current)
      .catch(() => current);
  }
  return current === undefined ? maxSeconds : Math.min(seconds(), maxSeconds);
}
