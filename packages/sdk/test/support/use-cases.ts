// Runs the tables in ../cases with a client: every case is a test.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from './driver.ts';
import { type Answer, type ScriptedService, startScriptedService } from './scripted-service.ts';

interface CallCase {
  readonly name: string;
  readonly call: string;
  readonly args: readonly unknown[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly key?: string;
  readonly url_suffix?: string;
  readonly answers: readonly Answer[];
  readonly expect: {
    readonly requests: readonly {
      readonly method?: string;
      readonly path?: string;
      /** Null: not sent. */
      readonly headers?: Readonly<Record<string, string | null>>;
      readonly body?: unknown;
    }[];
    readonly result?: unknown;
    readonly error?: object;
    readonly has_idempotency_key?: true;
    readonly same_idempotency_key?: true;
    readonly min_ms?: number;
    readonly max_ms?: number;
  };
}

interface WebhookCase {
  readonly name: string;
  readonly event?: unknown;
  readonly error?: string;
}

const readCases = <Case>(file: string): readonly Case[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../cases', file), 'utf8')) as Case[];

/** Short, so that the tests are. */
const RETRY_PAUSE_MS = 20;

export function useCases(client: string, start: () => Driver | Promise<Driver>): void {
  let driver: Driver;
  let service: ScriptedService;
  beforeAll(async () => {
    service = await startScriptedService();
    driver = await start();
  });
  afterAll(async () => {
    await driver.stop();
    await service.stop();
  });

  describe(`${client} makes calls`, () => {
    for (const [index, item] of readCases<CallCase>('calls.json').entries())
      test(item.name, async () => {
        const script = `case${index}`;
        const url = service.play(script, item.answers) + (item.url_suffix ?? '');
        const began = performance.now();
        const answer = await driver.run({
          url,
          key: item.key ?? 'll_test_key',
          call: item.call,
          args: item.args,
          options: { retry_pause_ms: RETRY_PAUSE_MS, ...item.options },
        });
        const ms = performance.now() - began;
        const requests = service.requestsOf(script);
        const { expect: expected } = item;
        if (expected.error === undefined) expect(answer).toEqual({ result: expected.result });
        else expect(answer.error).toMatchObject(expected.error);
        expect(requests).toHaveLength(expected.requests.length);
        for (const [at, { headers = {}, ...request }] of expected.requests.entries()) {
          expect(requests[at]).toMatchObject(request);
          for (const [name, value] of Object.entries(headers))
            expect(requests[at]?.headers[name] ?? null, name).toBe(value);
        }
        const keys = requests.map(({ headers }) => headers['idempotency-key']);
        if (expected.has_idempotency_key) expect(keys[0]).toMatch(/^[!-~]{16,255}$/);
        if (expected.same_idempotency_key) {
          expect(keys[0]).toMatch(/^[!-~]{16,255}$/);
          expect(new Set(keys).size).toBe(1);
        }
        expect(ms).toBeGreaterThanOrEqual(expected.min_ms ?? 0);
        expect(ms).toBeLessThan(expected.max_ms ?? Number.POSITIVE_INFINITY);
      });
  });

  describe(`${client} verifies webhooks`, () => {
    for (const { name, event, error, ...webhook } of readCases<WebhookCase>('webhooks.json'))
      test(name, async () => {
        const answer = await driver.run({ webhook });
        expect(answer).toEqual(error === undefined ? { result: event } : { error: { code: error } });
      });
  });
}
