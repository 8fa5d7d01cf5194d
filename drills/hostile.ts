// A hostile tenant attacks the service for more than five minutes while a normal tenant uses it.
//   node drills/hostile.ts [--json]
// To try out a part: HOSTILE_ONLY="long leads", HOSTILE_SECONDS (per attack), HOSTILE_TOGETHER (seconds, 0 for none).

import { drillHostile } from '@leadline/testkit/drills/hostile/hostile';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('hostile', ({ url }, log) =>
  drillHostile(
    url,
    {
      secondsPerAttack: Number(process.env.HOSTILE_SECONDS ?? 9),
      secondsTogether: Number(process.env.HOSTILE_TOGETHER ?? 60),
      scale: 1,
      only: process.env.HOSTILE_ONLY ?? '',
    },
    log,
  ),
);
