// What a restore to a moment must bring back: every lead acknowledged before it, and none that was sent after it.

import type { SentLead } from '../../load/steady-load.ts';
import { type Check, check, checkAtLeast } from '../drill.ts';

/** `restoredTo` is from chooseMoment. */
export function judgeMoment(
  sent: readonly SentLead[],
  restoredTo: string,
  stored: ReadonlySet<string>,
): Check[] {
  const moment = Date.parse(restoredTo.replace(' ', 'T').replace('+00', 'Z'));
  const before = sent.filter(({ answeredAt, leadId }) => leadId !== null && answeredAt < moment);
  const after = sent.filter(({ sentAt }) => sentAt > moment + 1);
  return [
    check('leads not acknowledged', sent.find(({ leadId }) => leadId === null)?.failure ?? 'none', 'none'),
    checkAtLeast('leads acknowledged before the moment', before.length, 1),
    checkAtLeast('leads sent after the moment', after.length, 1),
    check(
      'leads acknowledged before the moment and missing',
      before.filter(({ leadId }) => !stored.has(leadId ?? '')).length,
      0,
    ),
    check(
      'leads sent after the moment and present',
      after.filter(({ leadId }) => stored.has(leadId ?? '')).length,
      0,
    ),
  ];
}
