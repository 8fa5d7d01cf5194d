// What an owner would have set up around the invented leads of the demo.

import { showId } from '../../platform/base/ids.ts';
import { asOperator, enterAccount } from '../../platform/db/account-scope.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { openPool } from '../../platform/db/pool.ts';
import { startTraining } from '../../scoring-jobs/training/start-training.ts';
import { saveRouting } from '../../work/routing/manage-routing.ts';

/** Call it once the leads are stored: the model learns from them. */
export async function setUpDemo(
  databaseUrl: string,
  accountId: string,
  closers: readonly string[],
): Promise<void> {
  const db = openDatabase(openPool(databaseUrl, { size: 1, role: 'leadline_api' }));
  const assignees = closers.map((userId) => showId('user', userId));
  try {
    await enterAccount(db, asOperator(accountId), async (scope) => {
      if (assignees.length > 0)
        await saveRouting(scope, {
          version: 0,
          rules: [{ name: 'Hot leads, in turn', when: { grades: ['Hot'] }, assign_to: assignees }],
        });
      await startTraining(scope);
    });
  } finally {
    await db.destroy();
  }
}
