// What the table of cases leaves out, because only this SDK has it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Leadline, LeadlineError } from '../src/index.ts';
import { type Answer, type ScriptedService, startScriptedService } from './support/scripted-service.ts';

let service: ScriptedService;
let scripts = 0;
beforeAll(async () => {
  service = await startScriptedService();
});
afterAll(() => service.stop());

interface Played {
  readonly leadline: Leadline;
  readonly name: string;
}

function play(...answers: readonly Answer[]): Played {
  const name = `script${scripts++}`;
  return {
    leadline: new Leadline({ url: service.play(name, answers), key: 'll_test_key', retryPauseMs: 20 }),
    name,
  };
}

const overloaded = (retryAfter: number): Answer => ({
  status: 503,
  headers: { 'X-Error-Code': 'overloaded', 'Retry-After': String(retryAfter) },
  body: { success: false, code: 'overloaded', error: 'busy' },
});

const lead = { email: 'ana@acme.com' };

describe('a call that its signal aborts', () => {
  test('throws the reason of the signal while it waits for an answer', async () => {
    const { leadline } = play('hang');
    const aborter = new AbortController();
    const call = leadline.leads.score(lead, { signal: aborter.signal });
    setTimeout(() => aborter.abort(new Error('the user left')), 50);
    await expect(call).rejects.toThrow('the user left');
  });

  test('throws at once during a pause between tries', async () => {
    const { leadline, name } = play(overloaded(30));
    const call = leadline.leads.score(lead, { signal: AbortSignal.timeout(200) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(service.requestsOf(name)).toHaveLength(1);
  });

  test('sends nothing if the signal was aborted before', async () => {
    const { leadline, name } = play();
    await expect(leadline.leads.score(lead, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(service.requestsOf(name)).toHaveLength(0);
  });
});

describe('streams', () => {
  test('a download outlives its timeout once it has begun', async () => {
    const { leadline } = play({ status: 200, text: 'lead_id\nlead_1\n' });
    const stream = await leadline.leads.exportCsv({}, { timeoutMs: 5_000 });
    expect(await new Response(stream).text()).toBe('lead_id\nlead_1\n');
  });

  test('a rejected download throws an error like any other call', async () => {
    const { leadline } = play({
      status: 403,
      headers: { 'X-Error-Code': 'scope_required' },
      body: { success: false, code: 'scope_required', error: 'no' },
    });
    await expect(leadline.imports.rejectedRows('imp_1')).rejects.toBeInstanceOf(LeadlineError);
  });

  test('live events are parsed, and heartbeats are skipped', async () => {
    const { leadline } = play({
      status: 200,
      text:
        'retry: 2000\n\n:\n\nevent: leads\ndata: {"lead_ids":["lead_1"]}\n\n' +
        ':\n\nevent: erasures\ndata: {"lead_ids":[]}\n\n',
    });
    const events = leadline.leads.watch();
    expect(await events.next()).toEqual({ done: false, value: { event: 'leads', lead_ids: ['lead_1'] } });
    expect(await events.next()).toEqual({ done: false, value: { event: 'erasures', lead_ids: [] } });
    await events.return();
  });

  test('a live stream that breaks is opened again, and says so', async () => {
    const { leadline, name } = play(
      { status: 200, text: 'event: leads\ndata: {"lead_ids":["lead_1"]}\n\n' },
      { status: 200, text: 'event: work\ndata: {"lead_ids":["lead_2"]}\n\n' },
    );
    const seen: string[] = [];
    for await (const { event } of leadline.leads.watch()) {
      seen.push(event);
      if (event === 'work') break;
    }
    expect(seen).toEqual(['leads', 'reconnected', 'work']);
    expect(service.requestsOf(name)[1]?.path).toMatch(/^\/api\/live\?missed_seconds=\d+$/);
  });

  test('an upload of a stream is not tried again, because it cannot be sent twice', async () => {
    const { leadline, name } = play(overloaded(0));
    const upload = leadline.imports.upload(new Blob(['Email\n']).stream(), { file_name: 'leads.csv' });
    await expect(upload).rejects.toMatchObject({ code: 'overloaded' });
    expect(service.requestsOf(name)).toHaveLength(1);
  });
});

describe('pages', () => {
  test('can be read one at a time, and continued from a cursor', async () => {
    const page = { status: 200, body: { success: true, data: [{ lead_id: 'lead_1' }], next_cursor: 'c1' } };
    const { leadline, name } = play(page, page);
    const first = await leadline.leads.list({ limit: 1 }).firstPage();
    expect(first).toEqual({ items: [{ lead_id: 'lead_1' }], cursor: 'c1' });
    await leadline.leads.list({ limit: 1, cursor: first.cursor ?? '' }).firstPage();
    expect(service.requestsOf(name).map(({ path }) => path)).toEqual([
      '/api/leads?limit=1',
      '/api/leads?limit=1&cursor=c1',
    ]);
  });

  test('versions continue with the number before which the next page begins', async () => {
    const answer = (version: number, before: number | null): Answer => ({
      status: 200,
      body: { success: true, data: [{ version }], next_before: before },
    });
    const { leadline, name } = play(answer(2, 2), answer(1, null));
    const versions: number[] = [];
    for await (const { version } of leadline.settings.versions()) versions.push(version);
    expect(versions).toEqual([2, 1]);
    expect(service.requestsOf(name)[1]?.path).toBe('/api/settings/versions?before=2');
  });
});

test('a missing key is a mistake of the program, found before the first call', () => {
  expect(() => new Leadline({ url: 'https://leads.example.com', key: '' })).toThrow(TypeError);
});

test('an invalid URL is found before the first call', () => {
  expect(() => new Leadline({ url: 'leads', key: 'll_live_key' })).toThrow(TypeError);
});
