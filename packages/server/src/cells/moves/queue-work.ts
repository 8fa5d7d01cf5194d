// Queues what the worker of a cell has to do for an account that has arrived, or that stays after all. Jobs don't move with
// an account; everything else, such as its outbox, is found by the worker itself.

import { queueMissedDeliveries } from '../../notifications/webhooks/queue-missed-deliveries.ts';
import { openBoss } from '../../platform/jobs/queues.ts';
import { queueMissedTurns } from '../../platform/jobs/turns.ts';
import type { Cell } from '../directory/owner-connections.ts';

export async function queueWork({ pool }: Cell, accountIds: readonly string[]): Promise<void> {
  const boss = openBoss(pool, { runs: false });
  boss.on('error', () => {}); // the statement that fails throws it, too
  await boss.start();
  try {
    await queueMissedDeliveries(pool, boss, accountIds);
    await queueMissedTurns(pool, boss);
  } finally {
    await boss.stop({ close: false });
  }
}
