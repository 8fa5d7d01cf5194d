// Runs the calls of ../../cases/service.json with a client, against a real service behind a proxy that can fail. Each case has an
// account of its own.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAccount, makeIntakeKey } from '@leadline/testkit/database/accounts';
import type { ApiSuite } from '@leadline/testkit/service/use-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from './driver.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

interface Step {
  readonly call: string;
  readonly key?: string;
  readonly args: readonly unknown[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** What happens to the requests of this step, one after the other. */
  readonly faults?: readonly Fault[];
  readonly result?: object;
  /** How many items a list has. */
  readonly count?: number;
  readonly error?: object;
  /** Values of the result that later steps use as `$name`. */
  readonly save?: Readonly<Record<string, string>>;
}

const CASES = JSON.parse(readFileSync(join(import.meta.dirname, '../../cases/service.json'), 'utf8')) as {
  readonly name: string;
  readonly steps: readonly Step[];
}[];

export function useServiceCases(
  client: string,
  suite: ApiSuite,
  start: (url: string) => Driver | Promise<Driver>,
): void {
  describe(`${client} calls a real service`, () => {
    let proxy: FaultyProxy;
    let driver: Driver;
    beforeAll(async () => {
      proxy = await startFaultyProxy(suite.api.url);
      driver = await start(proxy.url);
    });
    afterAll(async () => {
      await driver.stop();
      await proxy.stop();
    });

    for (const { name, steps } of CASES)
      test(name, async () => {
        const account = await makeAccount(suite.owner);
        const intakeKey = await makeIntakeKey(suite.owner, account.accountId);
        const saved = new Map([['intake_key', intakeKey]]);
        for (const step of steps) {
          const { call, key, args, options, faults, result, count, error, save = {} } = fillIn(step, saved);
          proxy.failNext(faults ?? []);
          const answer = await driver.run({
            url: proxy.url,
            key: key ?? account.liveKey,
            call,
            args,
            options: options ?? {},
          });
          expect(proxy.left()).toEqual([]);
          if (error !== undefined) {
            expect(answer.error).toMatchObject(error);
            if (!('request_id' in error)) expect(answer.error?.request_id).toMatch(/^\S+$/);
            expect(answer.error?.message).toMatch(/\w/);
          } else if (count !== undefined) expect(distinctLeads(answer.result)).toHaveLength(count);
          else expect(answer.result).toMatchObject(result ?? {});
          for (const [as, field] of Object.entries(save))
            saved.set(as, (answer.result as Record<string, string>)[field] as string);
        }
      });
  });
}

function fillIn(step: Step, saved: ReadonlyMap<string, string>): Step {
  return JSON.parse(JSON.stringify(step), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('$') ? saved.get(value.slice(1)) : value,
  ) as Step;
}

function distinctLeads(result: unknown): readonly string[] {
  const ids = (result as readonly { lead_id: string }[]).map(({ lead_id }) => lead_id);
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}
