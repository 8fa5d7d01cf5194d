import { expect, test } from 'vitest';
import { OneAtATime } from '../../src/base/one-at-a-time.ts';

test('work for one key waits for the work before it, even if that fails, and work for another key does not', async () => {
  const turns = new OneAtATime();
  const events: string[] = [];
  const work =
    (name: string, fails = false) =>
    async (): Promise<string> => {
      events.push(`${name} starts`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    turns.run('a', work('first', true)),
    turns.run('a', work('second')),
    turns.run('b', work('other')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(events.indexOf('second starts')).toBeGreaterThan(events.indexOf('first ends'));
  expect(events.indexOf('other starts')).toBeLessThan(events.indexOf('first ends'));
});
