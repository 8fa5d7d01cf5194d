// Whether a lead still belongs in the list after somebody has worked on it. Only checks what work can change: the rest
// of the filters matched when the lead was loaded.

import type { ListedLead } from '@leadline/contract';
import type { Filters, Tab } from './filters.ts';

/** The list on screen, as seen by the signed-in user. */
export interface View {
  readonly filters: Filters;
  /** `user_…` */
  readonly me: string;
}

export function belongsTo({ filters, me }: View, lead: ListedLead, now: Date): boolean {
  const { tab, statuses, assignees } = filters;
  return (
    isOnTab(tab, lead, now) &&
    (statuses.length === 0 || statuses.includes(lead.status)) &&
    (assignees.length === 0 || assignees.some((wanted) => isAssignee(wanted, lead.assignee, me)))
  );
}

function isAssignee(wanted: string, assignee: string | null, me: string): boolean {
  if (wanted === 'none') return assignee === null;
  return assignee === (wanted === 'me' ? me : wanted);
}

/** Like `work` and `outcome` of `GET /api/leads`. */
function isOnTab(tab: Tab, { outcome, status, snoozed_until: until }: ListedLead, now: Date): boolean {
  if (tab === 'all') return true;
  if (tab === 'won' || tab === 'lost') return outcome === tab;
  if (outcome !== 'open') return false;
  const isSnoozed = until !== null && Date.parse(until) > now.getTime();
  if (tab === 'snoozed') return isSnoozed;
  if (isSnoozed) return false;
  // A snooze that has ended puts a lead back on the list, whatever its status.
  if (tab === 'todo') return status === 'new' || until !== null;
  return status === 'contacted' || status === 'qualified';
}
