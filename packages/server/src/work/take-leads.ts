// A person who works on an unassigned lead becomes its assignee. Only people take leads: an API key acts for no one.

import type { Status } from '@leadline/contract';
import { noteChangedLeads } from '../leads/record/note-changed-leads.ts';
import { NEXT_REVISION } from '../leads/record/work-state.ts';
import { fromUuid, readId } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { anyOf } from '../platform/db/database.ts';
import { addActivities } from './activities.ts';

const TAKING: ReadonlySet<Status> = new Set(['contacted', 'qualified', 'won', 'lost']);

/** The caller has locked the leads. Those of somebody else stay theirs. */
export async function takeLeads(
  scope: AccountScope,
  leadIds: readonly string[],
  status: Status,
): Promise<void> {
  const userId = readId('user', scope.actor);
  if (userId === null || leadIds.length === 0 || !TAKING.has(status)) return;
  const taken = await scope.transaction
    .updateTable('leads as l')
    .set({ assignee: userId, ...NEXT_REVISION })
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(leadIds))
    .where('l.assignee', 'is', null)
    .returning('l.id')
    .execute();
  await noteChangedLeads(
    scope,
    taken.map(({ id }) => id),
  );
  await addActivities(
    scope,
    taken.map(({ id }) => ({
      leadId: fromUuid(id),
      kind: 'assigned',
      data: { assignee: userId, previous: null },
    })),
  );
}
