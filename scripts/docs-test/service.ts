// A real `leadline serve --demo`, with what the samples name: keys, a lead, a webhook, members.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Leadline } from '@leadline/sdk';

const MAX_START_MS = 180_000;

export interface Service {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  /** Puts real values for the placeholders of the documentation: `ll_live_…`, `lead_…`. */
  readonly fillIn: (code: string) => string;
  readonly stop: () => Promise<void>;
}

export async function startService(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-docs-'));
  const data = join(folder, 'leadline-data');
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const command = ['packages/cli/src/main.ts', 'serve', '--demo', '--port', String(port), '--data', data];
  const process_ = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Receivers of the samples are on this machine.
    env: { ...process.env, WEBHOOKS_ALLOW_PRIVATE: '1' },
  });
  const account = /^account +(acct_\w+)/m.exec(await waitUntilReady(process_))?.[1] ?? '';
  const keys = readFileSync(join(data, 'api-keys'), 'utf8');
  const key = /ll_live_\w+/.exec(keys)?.[0] ?? '';
  const testKey = /ll_test_\w+/.exec(keys)?.[0] ?? '';
  const intakeKey = createIntakeKey(account, data);
  const values = await makeValues(new Leadline({ url, key: testKey }), new Leadline({ url, key }));
  return {
    url,
    key,
    folder,
    fillIn: (code) =>
      [
        ['http://127.0.0.1:8080', url] as const,
        ['https://leads.example.com', url] as const,
        ['ll_live_…', key] as const,
        ['ll_test_…', testKey] as const,
        ['ll_intake_…', intakeKey] as const,
        ['acct_…', account] as const,
        ...values,
      ].reduce((text, [placeholder, value]) => text.replaceAll(placeholder, value), code),
    stop: async () => {
      process_.kill('SIGTERM');
      await once(process_, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns what it printed. */
async function waitUntilReady(service: ChildProcess): Promise<string> {
  const isReady = new Promise<string>((resolve, reject) => {
    let text = '';
    service.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (/^ready /m.test(text)) resolve(text);
    });
    service.on('exit', () => reject(new Error(`leadline serve stopped:\n${text}`)));
  });
  return Promise.race([
    isReady,
    sleep(MAX_START_MS, undefined, { ref: false }).then(() => {
      throw new Error('leadline serve did not start');
    }),
  ]);
}

function createIntakeKey(account: string, data: string): string {
  const command = ['key', 'create', '--account', account, '--intake', '--data', data];
  const printed = execFileSync(process.execPath, ['packages/cli/src/main.ts', ...command], {
    encoding: 'utf8',
  });
  return /ll_intake_\w+/.exec(printed)?.[0] ?? '';
}

async function makeValues(test: Leadline, live: Leadline): Promise<(readonly [string, string])[]> {
  const { lead_id } = await test.leads.score({ email: 'ana@acme.com', message: 'We need 40 laptops' });
  const { webhook_id } = await live.webhooks.create({ url: 'https://example.org/leadline' });
  const rules = await live.routing.get();
  const settings = await live.settings.get();
  const team = await live.account.team();
  const [first, second] = team.filter(({ role }) => role !== 'viewer').map(({ user_id }) => user_id);
  return [
    // The sample account has rules and settings already.
    ['"version":0,"rules"', `"version":${rules.version},"rules"`],
    ['"version":0,"changes"', `"version":${settings.live.version},"changes"`],
    ['lead_…', lead_id],
    ['hook_…', webhook_id],
    ['user_0193…', first ?? ''],
    ['user_0194…', second ?? first ?? ''],
  ];
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
