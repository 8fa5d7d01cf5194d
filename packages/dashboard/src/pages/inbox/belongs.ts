// Whether a lead still belongs in the list after somebody has worked on it. Only checks what work can change: the rest
// of the filters matched when the lead was loaded.

import type { ListedLead } from '@leadline/contract';
import type { Filters } from './filters.ts';

/** The list on screen, as seen by the signed-in user. */
export interface View {
  readonly filters: Filters;
  /** `user_…` */
  readonly me: string;
}

type Worked = Pick<ListedLead, 'outcome' | 'status' | 'assignee' | 'snoozed_until' | 'grade' | 'not_spam'>;

export function belongsTo({ filters, me }: View, lead: Worked, now: Date): boolean {
  const { statuses, assignees } = filters;
  return (
    isOnTab(filters, lead, now) &&
    (statuses.length === 0 || statuses.includes(lead.status)) &&
    (assignees.length === 0 || assignees.some((wanted) => isAssignee(wanted, lead.assignee, me)))
  );
}

function isAssignee(wanted: string, assignee: string | null, me: string): boolean {
  if (wanted === 'none') return assignee === null;
  return assignee === (wanted === 'me' ? me : wanted);
}

/** Like `work` and `outcome` of `GET /api/leads`; a test of the server compares both. */
function isOnTab({ tab, grades }: Filters, lead: Worked, now: Date): boolean {
  const { outcome, status, snoozed_until: until, grade, not_spam: isRescued } = lead;
  if (tab === 'all') return true;
  if (tab === 'won' || tab === 'lost') return outcome === tab;
  if (outcome !== 'open') return false;
  const isSnoozed = until !== null && Date.parse(until) > now.getTime();
  if (tab === 'snoozed') return isSnoozed;
  if (isSnoozed) return false;
  // A snooze that has ended puts a lead back on the list, whatever its status. Spam is hidden, except from those who filter by
  // grade, unless a person said that it isn't.
  if (tab === 'todo')
    return (status === 'new' || until !== null) && (grade !== 'Spam' || isRescued || grades.length > 0);
  return status === 'contacted' || status === 'qualified';
}
