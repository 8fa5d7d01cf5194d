// Puts a change into a sentence: "Ana Lopez marked as contacted."

import { nameLeads } from '../outcomes/outcome-names.ts';
import { formatSnooze } from './snooze-choices.ts';
import { STATUS_DONE } from './status-names.ts';
import type { Team } from './use-team.ts';
import type { WorkChange, WorkLead } from './work-change.ts';

export function describeWork(
  leads: readonly WorkLead[],
  { status, assignee, snoozed_until: until }: WorkChange,
  { me, nameOf }: Pick<Team, 'me' | 'nameOf'>,
  timeZone: string,
): string {
  const subject = nameLeads(leads);
  if (status !== undefined) return `${subject} ${STATUS_DONE[status]}.`;
  if (assignee === null) return `${subject} unassigned.`;
  if (assignee !== undefined) return `${subject} assigned to ${assignee === me ? 'you' : nameOf(assignee)}.`;
  if (until === null) return `${subject} no longer snoozed.`;
  if (until !== undefined) return `${subject} snoozed until ${formatSnooze(new Date(until), timeZone)}.`;
  return leads.length === 1 ? 'Note saved.' : `Note added to ${subject}.`;
}
