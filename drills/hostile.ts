// A hostile tenant attacks the service for more than five minutes while a normal tenant uses it.
//   node drills/hostile.ts [--json]
// To try out a part: --only "long leads", --seconds 9 (per attack), --together 60 (seconds of all attacks together, 0 for none).

import { drillHostile } from '@leadline/testkit/drills/hostile/hostile';
import { runDrill } from '@leadline/testkit/drills/run-drill';
import { readOptions } from '@leadline/testkit/read-options';

const options = readOptions({ json: false, only: '', seconds: 9, together: 60 });

await runDrill(
  'hostile',
  ({ url }, log) =>
    drillHostile(
      url,
      {
        secondsPerAttack: options.seconds,
        secondsTogether: options.together,
        scale: 1,
        only: options.only,
      },
      log,
    ),
  options,
);
