// Runs the calls of ../../cases/service.json with a client, against a real service. Each case has an account of its own.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAccount, makeIntakeKey } from '@leadline/testkit/database/accounts';
import type { ApiSuite } from '@leadline/testkit/service/use-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from './driver.ts';

interface Step {
  readonly call: string;
  readonly key?: string;
  readonly args: readonly unknown[];
  readonly options?: Readonly<Record<string, unknown>>;
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
  start: () => Driver | Promise<Driver>,
): void {
  describe(`${client} calls a real service`, () => {
    let driver: Driver;
    beforeAll(async () => {
      driver = await start();
    });
    afterAll(() => driver.stop());

    for (const { name, steps } of CASES)
      test(name, async () => {
        const account = await makeAccount(suite.owner);
        const intakeKey = await makeIntakeKey(suite.owner, account.accountId);
        const saved = new Map([['intake_key', intakeKey]]);
        for (const step of steps) {
          const { call, key, args, options, result, count, error, save = {} } = fillIn(step, saved);
          const answer = await driver.run({
            url: suite.api.url,
            key: key ?? account.liveKey,
            call,
            args,
            options: options ?? {},
          });
          if (error !== undefined) {
            expect(answer.error).toMatchObject(error);
            expect(answer.error?.request_id).toMatch(/^\S+$/);
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
