// Runs drills/hostile.ts with shorter attacks and smaller files, one after the other. All together they need more than
// two cores, which the attacker's load generator shares; see docs/drills.md.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillHostile } from '@leadline/testkit/drills/hostile/hostile';
import { expect, test } from 'vitest';

test('a hostile tenant is limited and a normal tenant beside it does not notice', async () => {
  const size = { secondsPerAttack: 2, secondsTogether: 0, scale: 0.1, isShort: true };
  expect(failedChecks(await drillHostile(await cloneDatabase(), size))).toEqual([]);
}, 420_000);
