// A client of /api/live that reads events like a browser.

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { vi } from 'vitest';

export interface LiveEvent {
  readonly event: string;
  readonly leadIds: readonly string[];
}

export interface LiveListener {
  readonly status: number;
  readonly headers: Headers;
  readonly events: LiveEvent[];
  /** The raw stream so far. */
  readonly text: () => string;
  /** Resolves when the server has closed the stream. */
  readonly ended: Promise<void>;
  /** How many times an event named this lead. */
  countEvents(event: string, leadId: string): number;
  /** Waits for events that name all of these leads. */
  waitForEvents(event: string, leadIds: readonly string[], withinMs?: number): Promise<void>;
  leave(): void;
}

export async function listen(url: string, key: string, query = ''): Promise<LiveListener> {
  const sent = request(`${url}/api/live${query}`, { headers: { 'X-API-KEY': key }, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  sent.on('error', () => {});
  response.on('error', () => {});
  const events: LiveEvent[] = [];
  let text = '';
  let unread = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    unread += part;
    const blocks = unread.split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined && data !== undefined)
        events.push({ event, leadIds: JSON.parse(data).lead_ids });
    }
  });
  const leadIdsIn = (wanted: string): string[] =>
    events.filter(({ event }) => event === wanted).flatMap(({ leadIds }) => leadIds);
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>),
    events,
    text: () => text,
    ended: new Promise((resolve) => response.once('close', resolve)),
    countEvents: (event, leadId) => leadIdsIn(event).filter((id) => id === leadId).length,
    waitForEvents: (event, leadIds, withinMs = 2_000) =>
      vi.waitFor(
        () => {
          const known = new Set(leadIdsIn(event));
          const missing = leadIds.filter((id) => !known.has(id));
          if (missing.length > 0)
            throw new Error(`${missing.length} of ${leadIds.length} ${event} are missing`);
        },
        { timeout: withinMs, interval: 20 },
      ),
    leave: () => sent.destroy(),
  };
}
