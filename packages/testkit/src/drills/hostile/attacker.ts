// The hostile tenant: a free account with every key it can get, and the means to send a lot of requests.

import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { addMember, asOperator, createAccount, createKey, type Installation } from '@leadline/server';
import { Agent, request } from 'undici';
import { Person } from '../../auth/person.ts';
import { Tally } from './tally.ts';

export interface Send {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'OPTIONS' | 'DELETE';
  readonly path: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  /** The address to send from, in 127.0.0.0/8. */
  readonly from?: string;
}

export interface Attack {
  readonly name: string;
  /** Not attacked yet when this runs. */
  readonly prepare?: (attacker: Attacker) => Promise<void>;
  /** Attacks until the signal says stop. */
  readonly run: (attacker: Attacker, signal: AbortSignal) => Promise<void>;
}

export interface Pace {
  readonly perSecond: number;
  /** Further requests are skipped while this many wait for their response. */
  readonly inFlight: number;
}

const TEST_KEYS = 20;
const CONNECTIONS = 300;
/** More than a worker syncs at a time. */
const ACCOMPLICES = 12;

export class Attacker {
  readonly urls: readonly string[];
  readonly liveKey: string;
  readonly testKeys: readonly string[];
  readonly intakeKey: string;
  /** Can only read. */
  readonly readKey: string;
  /** Of further accounts. */
  readonly accompliceKeys: readonly string[];
  readonly owner: Person;
  /** From 0.1 for a short run to 1 for the sizes of the first reports. */
  readonly scale: number;
  /** Replaced for each attack. */
  tally = new Tally();
  readonly #agent = new Agent({ connections: CONNECTIONS, headersTimeout: 120_000, bodyTimeout: 120_000 });
  readonly #agentsByAddress = new Map<string, Agent>();
  #turn = 0;

  private constructor(
    parts: Pick<
      Attacker,
      'urls' | 'liveKey' | 'testKeys' | 'intakeKey' | 'readKey' | 'accompliceKeys' | 'owner' | 'scale'
    >,
  ) {
    this.urls = parts.urls;
    this.liveKey = parts.liveKey;
    this.testKeys = parts.testKeys;
    this.intakeKey = parts.intakeKey;
    this.readKey = parts.readKey;
    this.accompliceKeys = parts.accompliceKeys;
    this.owner = parts.owner;
    this.scale = parts.scale;
  }

  static async open(db: Installation, urls: readonly string[], scale: number): Promise<Attacker> {
    const { accountId, liveKey, testKey } = await createAccount(db, 'mallory@example.org', 'free');
    const testKeys = [testKey];
    while (testKeys.length < TEST_KEYS) {
      testKeys.push(
        (await createKey(db, asOperator(accountId), 'test', `Key ${testKeys.length}`, 'api')).key,
      );
    }
    const { key: intakeKey } = await createKey(db, asOperator(accountId), 'live', 'Form', 'intake');
    const { key: readKey } = await createKey(db, asOperator(accountId), 'live', 'Report', 'read');
    const accompliceKeys: string[] = [];
    while (accompliceKeys.length < ACCOMPLICES) {
      const email = `mallory-${accompliceKeys.length}@example.org`;
      accompliceKeys.push((await createAccount(db, email, 'free')).liveKey);
    }
    const { password } = await addMember(db, accountId, 'mallory@example.org', 'owner');
    const owner = new Person(() => urls[0] as string, 'mallory@example.org');
    await owner.signIn(password as string);
    return new Attacker({ urls, liveKey, testKeys, intakeKey, readKey, accompliceKeys, owner, scale });
  }

  get testKey(): string {
    return this.testKeys[this.#turn++ % this.testKeys.length] as string;
  }

  /** Alternates between the API processes, because an attacker would reach both. */
  get url(): string {
    return this.urls[this.#turn++ % this.urls.length] as string;
  }

  /** Returns the response's text, or null if there was no response. */
  async send(
    { method, path, key, headers = {}, body, from }: Send,
    signal?: AbortSignal,
  ): Promise<{ readonly status: number; readonly text: string } | null> {
    try {
      const response = await request(this.url + path, {
        dispatcher: from === undefined ? this.#agent : this.#agentAt(from),
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
      const text = await response.body.text();
      this.tally.count(response.statusCode, response.headers['x-error-code'] !== undefined);
      return { status: response.statusCode, text };
    } catch {
      if (signal?.aborted !== true) this.tally.count(0, false);
      return null;
    }
  }

  /** Sends at a fixed rate whether or not the service keeps up. */
  async flood(
    signal: AbortSignal,
    { perSecond, inFlight }: Pace,
    makeRequest: (index: number) => Send,
  ): Promise<void> {
    const open = new Set<Promise<unknown>>();
    const started = performance.now();
    let due = 0;
    while (!signal.aborted) {
      for (; due < ((performance.now() - started) / 1000) * perSecond; due++) {
        if (open.size >= inFlight) continue;
        const sent: Promise<unknown> = this.send(makeRequest(due), signal).finally(() => open.delete(sent));
        open.add(sent);
      }
      await sleep(10);
    }
    await Promise.all(open);
  }

  /** A connection whose response nobody reads. */
  openSocket(): Socket {
    const { hostname, port } = new URL(this.url);
    const { tally } = this;
    return connect(Number(port), hostname, () => tally.countConnection())
      .pause()
      .on('error', () => {});
  }

  /** Keeps sockets open and lets each send something every second. */
  async holdSockets(
    signal: AbortSignal,
    count: number,
    first: (index: number) => string,
    everySecond?: string,
  ): Promise<void> {
    const sockets = Array.from({ length: count }, (_, index) => {
      const socket = this.openSocket();
      socket.write(first(index));
      return socket;
    });
    while (!signal.aborted) {
      await sleep(1_000, undefined, { signal }).catch(() => {});
      if (everySecond !== undefined)
        for (const socket of sockets) if (socket.writable) socket.write(everySecond);
    }
    for (const socket of sockets) socket.destroy();
  }

  #agentAt(localAddress: string): Agent {
    const agent = this.#agentsByAddress.get(localAddress) ?? new Agent({ connect: { localAddress } });
    this.#agentsByAddress.set(localAddress, agent);
    return agent;
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent, ...this.#agentsByAddress.values()].map((agent) => agent.destroy()));
  }
}
