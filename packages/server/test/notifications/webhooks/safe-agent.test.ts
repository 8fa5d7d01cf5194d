// Webhooks only reach the public internet, however an address is written and whatever DNS returns.
//
// Connections are intercepted below Node's sockets, where they become system calls. Only loopback addresses get through,
// so nothing leaves this host even if the guard fails. Connections to ports 443 and 8443 on loopback end up at a server
// that counts them, which reveals any address that slips through.

import { execFile, execFileSync } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type LookupFunction } from 'node:net';
import { constants, networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import tls from 'node:tls';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Agent, fetch, request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { classifyAddress } from '../../../src/notifications/webhooks/blocked-addresses.ts';
import {
  checkTarget,
  openSafeAgent,
  type SafeAgentOptions,
  type TargetPolicy,
} from '../../../src/notifications/webhooks/safe-agent.ts';

type Connect = (this: unknown, request: unknown, address: string, port: number) => number;

interface TcpHandle {
  connect: Connect;
  connect6: Connect;
}

const publicOnlyPolicy: TargetPolicy = { allowPrivate: false };
const privatePolicy: TargetPolicy = { allowPrivate: true };

/** Represents the public internet: inside 2000::/3, in a block that IANA has not assigned. */
const PUBLIC = '2d00::1';
const LOOPBACK = /^(?:127\.|::1$|::ffff:(?:7f|127\.))/;

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

let attempts: string[] = [];
/** Redirects connections from one address to another. */
const detours = new Map<string, string>();
/** The real ports behind 443 and 8443 of this host. */
let onTlsPorts: Ports;
const opened: Array<{ close(): unknown }> = [];

interface Ports {
  readonly v4: number;
  readonly v6: number;
}

const canary = { connections: 0, servers: [net.createServer(), net.createServer()] as const };

beforeAll(async () => {
  for (const server of canary.servers) {
    server.on('connection', (socket) => {
      canary.connections++;
      socket.destroy();
    });
  }
  onTlsPorts = await listenOnBoth(canary.servers);
  const handle: TcpHandle = Object.getPrototypeOf(Reflect.get(canary.servers[0], '_handle'));
  for (const verb of ['connect', 'connect6'] as const) {
    const connect = handle[verb];
    vi.spyOn(handle, verb).mockImplementation(function (this: unknown, request, address, port) {
      attempts.push(address);
      const there = detours.get(address) ?? address;
      if (!LOOPBACK.test(there)) return -constants.errno.ECONNREFUSED;
      const isTls = port === 443 || port === 8443;
      return connect.call(this, request, there, isTls ? onTlsPorts[there === '::1' ? 'v6' : 'v4'] : port);
    });
  }
});

beforeEach(() => {
  attempts = [];
  detours.clear();
  canary.connections = 0;
});

afterEach(async () => {
  for (const resource of opened.splice(0)) await resource.close();
  expect(attempts.filter((address) => !LOOPBACK.test(address) && !address.startsWith('2d00::'))).toEqual([]);
});

afterAll(() => {
  vi.restoreAllMocks();
  for (const server of canary.servers) server.close();
});

async function listen(server: net.Server, host: string): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function listenOnBoth([v4, v6]: readonly [net.Server, net.Server]): Promise<Ports> {
  return { v4: await listen(v4, '127.0.0.1'), v6: hasIPv6 ? await listen(v6, '::1') : 0 };
}

/** For tests that need a server on ::1. */
const testWithIPv6 = test.skipIf(!hasIPv6);

function open(policy: TargetPolicy, options?: SafeAgentOptions): Agent {
  const agent = openSafeAgent(policy, options);
  opened.push({ close: () => agent.destroy() });
  return agent;
}

/** A server that counts its connections. Responds with 200 by default. */
async function serve(
  listener: http.RequestListener = (_, response) => response.end('ok'),
): Promise<{ readonly url: string; readonly port: number; readonly seen: { connections: number } }> {
  const server = http.createServer(listener);
  const seen = { connections: 0 };
  server.on('connection', () => seen.connections++);
  // A client that takes it for a proxy asks for a tunnel first.
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  const port = await listen(server, '127.0.0.1');
  opened.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return { url: `http://127.0.0.1:${port}/`, port, seen };
}

/** A resolver that returns these results in turn, and then keeps returning the last one. */
function resolveTo(...answers: ReadonlyArray<readonly string[]>): {
  lookup: LookupFunction;
  asked: string[];
} {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, _options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    const found = addresses.map((address): LookupAddress => ({ address, family: net.isIP(address) }));
    queueMicrotask(() => callback(null, found));
  };
  return { lookup, asked };
}

const noLookup: LookupFunction = (hostname) => {
  throw new Error(`looked up ${hostname}`);
};

async function send(url: string, dispatcher: Agent, headers: Record<string, string> = {}): Promise<number> {
  const { statusCode, body } = await request(url, { method: 'POST', body: '{}', headers, dispatcher });
  await body.dump();
  return statusCode;
}

/** Spellings of this host. Without the guard, all of them reach the canary. */
const loopbackHosts: ReadonlyArray<readonly [string, string]> = [
  ['dotted', '127.0.0.1'],
  ['decimal', '2130706433'],
  ['octal', '0177.0.0.1'],
  ['octal with more zeros', '0000177.0000.0.01'],
  ['octal in one number', '017700000001'],
  ['hexadecimal', '0x7f.0x0.0x0.0x1'],
  ['hexadecimal in one number', '0x7f000001'],
  ['short', '127.1'],
  ['short in three parts', '127.0.1'],
  ['mixed bases', '0x7f.0.0.01'],
  ['trailing dot', '127.0.0.1.'],
  ['short with a trailing dot', '127.1.'],
  ['full-width digits', '１２７.０.０.１'],
  ['circled digits', '①②⑦.0.0.1'],
  ['ideographic dots', '127。0。0。1'],
  ['percent-encoded', '%31%32%37.0.0.1'],
  ['with the port that goes without saying', '127.0.0.1:443'],
  ['with the other port', '127.0.0.1:8443'],
  ['IPv6', '[::1]'],
  ['IPv6 in full', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
  ['IPv4-mapped', '[::ffff:127.0.0.1]'],
  ['IPv4-mapped in hexadecimal', '[::ffff:7f00:1]'],
  ['IPv4-mapped in full', '[0:0:0:0:0:ffff:127.0.0.1]'],
];

const otherHosts: ReadonlyArray<readonly [string, string]> = [
  ['another of the loopback block', '127.8.9.10'],
  ['unspecified', '0.0.0.0'],
  ['unspecified in one digit', '0'],
  ['this network', '0.1.2.3'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12', '172.31.255.255'],
  ['private 192.168/16', '192.168.1.1'],
  ['private in decimal', '3232235777'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['end of carrier-grade NAT', '100.127.255.255'],
  ['metadata', '169.254.169.254'],
  ['metadata in decimal', '2852039166'],
  ['metadata in hexadecimal', '0xa9fea9fe'],
  ['metadata in octal', '0251.0376.0251.0376'],
  ['metadata, IPv4-mapped', '[::ffff:169.254.169.254]'],
  ['metadata at Alibaba', '100.100.100.200'],
  ['metadata at Oracle', '192.0.0.192'],
  ['metadata at Amazon over IPv6', '[fd00:ec2::254]'],
  ['metadata at Google over IPv6', '[fd20:ce::254]'],
  ['the host agent of Azure', '168.63.129.16'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['6to4 relays', '192.88.99.1'],
  ['AS112', '192.31.196.1'],
  ['AS112, the other block', '192.175.48.1'],
  ['AS112 over IPv6', '[2620:4f:8000::1]'],
  ['multicast tunnels', '192.52.193.1'],
  ['benchmarks', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified IPv6', '[::]'],
  ['IPv4-compatible', '[::127.0.0.1]'],
  ['IPv4-translated', '[::ffff:0:127.0.0.1]'],
  ['NAT64', '[64:ff9b::127.0.0.1]'],
  ['NAT64 of a public address', '[64:ff9b::8.8.8.8]'],
  ['NAT64 of a local network', '[64:ff9b:1::a9fe:a9fe]'],
  ['6to4', '[2002:7f00:1::1]'],
  ['Teredo', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
  ['ISATAP', '[2d00::5efe:10.0.0.1]'],
  ['ISATAP of a public address', '[2d00::200:5efe:8.8.8.8]'],
  ['unique local', '[fd12:3456:789a::1]'],
  ['link-local IPv6', '[fe80::1]'],
  ['site-local', '[fec0::1]'],
  ['multicast IPv6', '[ff02::1]'],
  ['discard only', '[100::1]'],
  ['benchmarks IPv6', '[2001:2::1]'],
  ['ORCHID', '[2001:20::1]'],
  ['documentation IPv6', '[2001:db8::1]'],
  ['newer documentation IPv6', '[3fff::1]'],
  ['segment routing', '[5f00::1]'],
  ['not assigned by IANA', '[4000::1]'],
  ['localhost', 'localhost'],
  ['localhost with a dot', 'localhost.'],
  ['under localhost', 'a.localhost'],
  ['localhost in circled letters', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ'],
  ['a name without a dot', 'postgres'],
  ['multicast DNS', 'printer.local'],
  ['metadata by name', 'metadata.google.internal'],
  ['home network', 'router.home.arpa'],
];

/** URLs that no parser accepts. Nothing could connect to them, but the customer should still get an error. */
const brokenUrls: ReadonlyArray<readonly [string, string]> = [
  ['link-local with a zone', 'https://[fe80::1%25eth0]/'],
  ['link-local with a bare zone', 'https://[fe80::1%eth0]/'],
  ['a number too large', 'https://4294967297/'],
  ['a part too large', 'https://127.0.0.256/'],
  ['a NUL', 'https://127.0.0.1%00.example.com/'],
  ['nothing', ''],
  ['a path', '/leads'],
];

const forbiddenUrls: ReadonlyArray<readonly [string, string]> = [
  ['plain HTTP', 'http://hooks.example.com/'],
  ['another scheme', 'ftp://hooks.example.com/'],
  ['a file', 'file:///etc/passwd'],
  ['data', 'data:text/plain,x'],
  ['the port of Redis', 'https://hooks.example.com:6379/'],
  ['the port of plain HTTP', 'https://hooks.example.com:80/'],
  ['a user', 'https://user@hooks.example.com/'],
  ['a password', 'https://:secret@hooks.example.com/'],
  ['a host that looks like a user', 'https://hooks.example.com@127.0.0.1/'],
  ['a fragment', 'https://hooks.example.com/#top'],
  ['an empty fragment', 'https://hooks.example.com/#'],
  ['a backslash', 'https://hooks.example.com\\@127.0.0.1/'],
  ['a line break', 'https://127.0\n.0.1/'],
  ['a space before it', ' https://hooks.example.com/'],
  ['2,001 characters', `https://hooks.example.com/${'a'.repeat(1_975)}`],
  ['an empty label', 'https://hooks..example.com/'],
  ['two dots at the end', 'https://hooks.example.com../'],
  ['a label too long', `https://${'a'.repeat(64)}.example.com/`],
];

const asUrl = ([name, host]: readonly [string, string]): [string, string] => [name, `https://${host}/`];

describe('an address in a URL', () => {
  test.each([...loopbackHosts, ...otherHosts].map(asUrl))(
    '%s is blocked without a connection: %s',
    async (_, url) => {
      expect(checkTarget(url, publicOnlyPolicy)).toMatch(/^Webhooks cannot be sent to .+: it is .+\.$/);
      // Again without the check, because the agent must be safe by itself.
      const sent = send(url, open(publicOnlyPolicy, { lookup: noLookup }));
      await expect(sent).rejects.toMatchObject({ code: 'blocked_url' });
      expect(attempts).toEqual([]);
      expect(canary.connections).toBe(0);
    },
  );

  const reachable = loopbackHosts.filter(([, host]) => hasIPv6 || !host.startsWith('['));

  test.each(reachable.map(asUrl))('%s reaches this host without the guard: %s', async (_, url) => {
    const unguarded = new Agent();
    opened.push({ close: () => unguarded.destroy() });
    await expect(send(url, unguarded)).rejects.toThrow();
    expect(attempts).toHaveLength(1);
    expect(canary.connections).toBe(1);
  });

  test.each([...brokenUrls, ...forbiddenUrls])('%s is not a valid target: %j', (_, url) => {
    expect(checkTarget(url, publicOnlyPolicy)).toMatch(/^[A-Z].+\.$/);
  });

  test.each(brokenUrls)('%s cannot be sent to even without the guard: %j', async (_, url) => {
    await expect(send(url, open(publicOnlyPolicy, { lookup: noLookup }))).rejects.toThrow();
    expect(attempts).toEqual([]);
  });

  test('is classified the same in every spelling', () => {
    const spell = (number: number): string[] => {
      const bytes = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
      return [
        bytes.join('.'),
        String(number),
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
        `${bytes.map((byte) => `0x${byte.toString(16)}`).join('.')}.`,
        `${bytes[0]}.${number & 0xffffff}`,
      ];
    };
    fc.assert(
      fc.property(fc.nat(0xffffffff), (number) => {
        const judged = spell(number).map((host) => checkTarget(`https://${host}/`, publicOnlyPolicy));
        expect(new Set(judged).size).toBe(1);
        expect(judged[0] === null).toBe(classifyAddress(spell(number)[0] ?? '') === 'public');
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    'https://hooks.example.com/leads?team=4',
    'https://hooks.example.com:443/',
    'https://hooks.example.com:8443/',
    'https://hooks.example.com./',
    'https://bücher.example.com/',
    'https://a_b.example.com/',
    'https://8.8.8.8/',
    'https://100.63.255.255/',
    'https://172.32.0.1/',
    'https://[2606:4700:4700::1111]/',
    `https://hooks.example.com/${'a'.repeat(1_974)}`,
  ])('is a valid target if it is public: %s', (url) => {
    expect(checkTarget(url, publicOnlyPolicy)).toBeNull();
  });

  test.each([
    ['https://0x7f.1/', 'Webhooks cannot be sent to 127.0.0.1: it is a private address.'],
    ['https://[fe80::1]/', 'Webhooks cannot be sent to fe80::1: it is a reserved address.'],
    ['https://postgres/', 'Webhooks cannot be sent to postgres: it is not a public host name.'],
    ['http://hooks.example.com/', 'The URL must start with https://.'],
    ['https://hooks.example.com:22/', 'The port must be 443 or 8443.'],
    ['https://me:it@hooks.example.com/', 'The URL must not contain a user name or a password.'],
    ['hooks.example.com', 'This is not a URL. Write it like https://hooks.example.com/leads.'],
  ])('is rejected with a full sentence: %s', (url, sentence) => {
    expect(checkTarget(url, publicOnlyPolicy)).toBe(sentence);
  });
});

describe('a host name', () => {
  const url = 'https://hooks.example.com/';

  test.each([
    ['loopback', ['127.0.0.1']],
    ['loopback over IPv6', ['::1']],
    ['a private address', ['10.1.2.3']],
    ['metadata', ['169.254.169.254']],
    ['an IPv4-mapped address', ['::ffff:127.0.0.1']],
    ['an IPv4-mapped address in hexadecimal', ['::ffff:7f00:1']],
    ['an IPv4-mapped public address', ['::ffff:8.8.8.8']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['a link-local address with a zone', ['fe80::1%eth0']],
    ['a public address with a zone', [`${PUBLIC}%eth0`]],
    ['a public address and a private one', [PUBLIC, '127.0.0.1']],
    ['a private address and public ones', ['::1', PUBLIC, '2d00::2']],
    ['many public addresses and metadata', [...Array<string>(20).fill(PUBLIC), '169.254.169.254']],
    ['an invalid address', ['127.1']],
  ])('is blocked without a connection if it resolves to %s: %j', async (_, addresses) => {
    const { lookup, asked } = resolveTo(addresses);
    const error: unknown = await send(url, open(publicOnlyPolicy, { lookup })).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'blocked_url' });
    expect(String(error)).toMatch(/hooks\.example\.com: it resolves to a (private|reserved) address\.$/);
    expect(asked).toEqual(['hooks.example.com']);
    expect(attempts).toEqual([]);
    expect(canary.connections).toBe(0);
  });

  test('fails if it resolves to nothing', async () => {
    const sent = send(url, open(publicOnlyPolicy, { lookup: resolveTo([]).lookup }));
    await expect(sent).rejects.toThrow('hooks.example.com has no address');
  });

  test('is resolved once per connection, so a later DNS change has no effect', async () => {
    const { lookup, asked } = resolveTo([PUBLIC], ['127.0.0.1']);
    const agent = open(publicOnlyPolicy, { lookup });
    await expect(send(url, agent)).rejects.toThrow('ECONNREFUSED');
    expect(asked).toHaveLength(1);
    expect(attempts).toEqual([PUBLIC]);
    // The next connection gets the new result and checks it.
    await expect(send(url, agent)).rejects.toMatchObject({ code: 'blocked_url' });
    expect(asked).toHaveLength(2);
    expect(attempts).toEqual([PUBLIC]);
    expect(canary.connections).toBe(0);
  });

  test('is tried at each of its public addresses and nowhere else', async () => {
    const { lookup, asked } = resolveTo([PUBLIC, '2d00::2'], ['127.0.0.1']);
    await expect(send(url, open(publicOnlyPolicy, { lookup }))).rejects.toThrow();
    expect(asked).toHaveLength(1);
    expect(attempts).toEqual([PUBLIC, '2d00::2']);
  });

  test('has all its addresses checked even if the socket only uses the first', async () => {
    const before = net.getDefaultAutoSelectFamily();
    net.setDefaultAutoSelectFamily(false);
    try {
      const mixed = open(publicOnlyPolicy, { lookup: resolveTo([PUBLIC, '127.0.0.1']).lookup });
      await expect(send(url, mixed)).rejects.toMatchObject({ code: 'blocked_url' });
      expect(attempts).toEqual([]);
      const publicOnly = open(publicOnlyPolicy, { lookup: resolveTo([PUBLIC, '2d00::2']).lookup });
      await expect(send(url, publicOnly)).rejects.toThrow('ECONNREFUSED');
      expect(attempts).toEqual([PUBLIC]);
    } finally {
      net.setDefaultAutoSelectFamily(before);
    }
  });

  test('is also blocked if the resolver returns a single address', async () => {
    const lookup: LookupFunction = (_hostname, _options, callback) => callback(null, '127.0.0.1', 4);
    await expect(send(url, open(publicOnlyPolicy, { lookup }))).rejects.toMatchObject({
      code: 'blocked_url',
    });
    expect(attempts).toEqual([]);
  });

  test('is blocked inside fetch, with the reason as the cause', async () => {
    const dispatcher = open(publicOnlyPolicy, { lookup: resolveTo(['127.0.0.1']).lookup });
    const error: unknown = await fetch(url, { dispatcher }).catch((thrown: unknown) => thrown);
    expect(Reflect.get(Object(error), 'cause')).toMatchObject({ code: 'blocked_url' });
  });

  test('fails if resolving it takes too long', async () => {
    const agent = open(publicOnlyPolicy, { lookup: () => {}, connectTimeoutMs: 50 });
    await expect(send(url, agent)).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
  });
});

describe('the agent without the URL check', () => {
  test.each(['http://hooks.example.com/', 'https://hooks.example.com:6379/', 'http://127.0.0.1:6379/'])(
    'also blocks other schemes and ports: %s',
    async (url) => {
      const sent = send(url, open(publicOnlyPolicy, { lookup: noLookup }));
      await expect(sent).rejects.toMatchObject({ code: 'blocked_url' });
      expect(attempts).toEqual([]);
    },
  );
});

describe('if the operator allows private addresses,', () => {
  test('a delivery to this host arrives', async () => {
    const { url, seen } = await serve();
    expect(checkTarget(url, privatePolicy)).toBeNull();
    expect(await send(url, open(privatePolicy))).toBe(200);
    expect(seen.connections).toBe(1);
  });

  test('a system host name resolves', async () => {
    const { port } = await serve();
    expect(checkTarget(`http://localhost:${port}/`, privatePolicy)).toBeNull();
    expect(await send(`http://localhost:${port}/`, open(privatePolicy))).toBe(200);
  });

  test.each([
    'http://10.0.0.1:8080/',
    'http://[::1]/',
    'http://[fd12::1]/',
    'http://100.64.0.1/',
    'http://hooks/',
    'https://hooks.local:9000/',
  ])('%s is a valid target', (url) => {
    expect(checkTarget(url, privatePolicy)).toBeNull();
  });

  const never = [
    '169.254.169.254',
    '169.254.0.23',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
    'fd00:100::100:200',
    'fd00:a9fe:a9fe::1',
    'fe80::a9fe:a9fe',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
  ];

  test.each(never)('%s is still blocked', async (address) => {
    const url = `http://${net.isIPv6(address) ? `[${address}]` : address}/`;
    expect(checkTarget(url, privatePolicy)).toMatch(/: it is a reserved address\.$/);
    await expect(send(url, open(privatePolicy, { lookup: noLookup }))).rejects.toMatchObject({
      code: 'blocked_url',
    });
    const { lookup } = resolveTo(['127.0.0.1', address]);
    await expect(send('http://hooks/', open(privatePolicy, { lookup }))).rejects.toMatchObject({
      code: 'blocked_url',
    });
    expect(attempts).toEqual([]);
  });

  test.each(['http://me:it@127.0.0.1/', 'http://127.0.0.1/#top', 'ftp://127.0.0.1/', 'http://a b/'])(
    '%s is still not a valid target',
    (url) => {
      expect(checkTarget(url, privatePolicy)).toMatch(/^[A-Z].+\.$/);
    },
  );
});

describe('a delivery', () => {
  test('does not follow redirects', async () => {
    const inside = await serve();
    const outside = await serve((_, response) => response.writeHead(307, { location: inside.url }).end());
    expect(await send(outside.url, open(privatePolicy))).toBe(307);
    expect(inside.seen.connections).toBe(0);
  });

  test('ignores proxies in the environment, even if Node is set to use them', async () => {
    const target = await serve();
    const proxy = await serve();
    const script = `
      import { request } from 'undici';
      import { openSafeAgent } from ${JSON.stringify(new URL('../../../src/notifications/webhooks/safe-agent.ts', import.meta.url).href)};
      const dispatcher = openSafeAgent({ allowPrivate: true });
      const { statusCode } = await request(process.argv[1], { dispatcher });
      if (process.argv[2] === 'and fetch') await fetch(process.argv[1]).catch(() => {});
      console.log(statusCode);
      process.exit();`;
    const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
    const env = {
      ...process.env,
      ...Object.fromEntries(proxies.map((name) => [name, proxy.url])),
      NO_PROXY: '',
      no_proxy: '',
      NODE_USE_ENV_PROXY: '1',
    };
    const run = async (...more: string[]): Promise<string> => {
      const argv = ['--input-type=module', '--eval', script, target.url, ...more];
      const { stdout } = await promisify(execFile)(process.execPath, argv, { env, cwd: import.meta.dirname });
      return stdout.trim();
    };
    expect(await run()).toBe('200');
    expect(target.seen.connections).toBe(1);
    expect(proxy.seen.connections).toBe(0);
    // The proxy setting works: a request without our agent uses it.
    await run('and fetch');
    expect(proxy.seen.connections).toBeGreaterThan(0);
  });

  test('reuses a connection for at most a minute, then resolves and checks again', async () => {
    const { port, seen } = await serve();
    const { lookup, asked } = resolveTo(['127.0.0.1'], ['127.0.0.1'], ['169.254.169.254']);
    const agent = open(privatePolicy, { lookup });
    const url = `http://hooks.example.com:${port}/`;
    const minute = 61_000;
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await send(url, agent);
      // A connection becomes free a moment after its response was read.
      await setImmediate();
      await send(url, agent);
      await setImmediate();
      expect([seen.connections, asked.length]).toEqual([1, 1]);
      vi.setSystemTime(Date.now() + minute);
      await send(url, agent);
      await setImmediate();
      expect([seen.connections, asked.length]).toEqual([2, 2]);
      vi.setSystemTime(Date.now() + minute);
      await expect(send(url, agent)).rejects.toMatchObject({ code: 'blocked_url' });
      expect([seen.connections, asked.length]).toEqual([2, 3]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-tls-'));
  const trusted = tls.getCACertificates('default');
  const names: unknown[] = [];
  const seen = { connections: 0, requests: 0 };
  let servers: readonly [https.Server, https.Server];
  let certificate: string;
  let ports: Ports;

  beforeAll(async () => {
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=x'.split(' '),
        ...['-addext', 'subjectAltName=DNS:hooks.example.com,IP:127.0.0.1,IP:::1'],
        ...['-keyout', keyFile, '-out', certFile],
      ],
      { stdio: 'pipe' },
    );
    const key = readFileSync(keyFile);
    certificate = readFileSync(certFile, 'utf8');
    const make = (): https.Server =>
      https
        .createServer({ key, cert: certificate }, (_, response) => {
          seen.requests++;
          response.end('ok');
        })
        .on('connection', () => seen.connections++)
        .on('secureConnection', (socket) => names.push(socket.servername));
    servers = [make(), make()];
    ports = await listenOnBoth(servers);
    tls.setDefaultCACertificates([...trusted, certificate]);
  });

  beforeEach(() => {
    names.length = 0;
    Object.assign(seen, { connections: 0, requests: 0 });
  });

  afterAll(() => {
    tls.setDefaultCACertificates(trusted);
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true });
  });

  const local = (): Agent => open(privatePolicy, { lookup: resolveTo(['127.0.0.1']).lookup });

  test.each([
    ['hooks.example.com', 'hooks.example.com'],
    ['hooks.example.com.', 'hooks.example.com'],
    ['127.0.0.1', false],
  ])('accepts the certificate of %s', async (host, name) => {
    expect(await send(`https://${host}:${ports.v4}/`, local())).toBe(200);
    expect(names).toEqual([name]);
  });

  testWithIPv6('takes the certificate of an IPv6 address', async () => {
    expect(await send(`https://[::1]:${ports.v6}/`, local())).toBe(200);
    expect(names).toEqual([false]);
  });

  test.each(['other.example.com', '127.0.0.2'])('rejects a certificate that is not for %s', async (host) => {
    detours.set('127.0.0.2', '127.0.0.1');
    const sent = send(`https://${host}:${ports.v4}/`, local());
    await expect(sent).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(seen.requests).toBe(0);
  });

  test('checks the certificate against the URL, whatever the Host header says', async () => {
    const sent = send(`https://other.example.com:${ports.v4}/`, local(), { host: 'hooks.example.com' });
    await expect(sent).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(seen.requests).toBe(0);
  });

  test('rejects an untrusted certificate even if the environment allows it', async () => {
    tls.setDefaultCACertificates(trusted);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const sent = send(`https://hooks.example.com:${ports.v4}/`, local());
      await expect(sent).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
      expect(seen.requests).toBe(0);
    } finally {
      vi.unstubAllEnvs();
      tls.setDefaultCACertificates([...trusted, certificate]);
    }
  });

  testWithIPv6('sends nothing over a connection that ended up elsewhere than was checked', async () => {
    const before = onTlsPorts;
    onTlsPorts = ports;
    detours.set(PUBLIC, '::1');
    try {
      const agent = open(publicOnlyPolicy, { lookup: resolveTo([PUBLIC]).lookup });
      await expect(send('https://hooks.example.com/', agent)).rejects.toMatchObject({ code: 'blocked_url' });
      expect(attempts).toEqual([PUBLIC]);
      expect(seen).toEqual({ connections: 1, requests: 0 });
    } finally {
      onTlsPorts = before;
    }
  });
});
