// Puts a change into a sentence: "Ana Lopez marked as contacted."

import { nameLeads } from '../outcomes/outcome-names.ts';
import { describeDone, describeNext } from './next-activity.ts';
import { formatSnooze } from './snooze-choices.ts';
import { STATUS_DONE } from './status-names.ts';
import type { Team } from './use-team.ts';
import type { LeadChange, WorkLead } from './work-change.ts';

export function describeWork(
  leads: readonly WorkLead[],
  change: LeadChange,
  { me, nameOf }: Pick<Team, 'me' | 'nameOf'>,
  timeZone: string,
): string {
  const subject = nameLeads(leads);
  if ('outcome' in change)
    return `${subject} ${change.outcome === 'open' ? 'reopened' : STATUS_DONE[change.outcome]}.`;
  const { status, assignee, snoozed_until: until, next_activity: next, done } = change;
  if (done !== undefined) return `${describeDone(done.kind, done.result ?? null)}. Added to ${subject}.`;
  if (status !== undefined) return `${subject} ${STATUS_DONE[status]}.`;
  if (assignee === null) return `${subject} unassigned.`;
  if (assignee !== undefined) return `${subject} assigned to ${assignee === me ? 'you' : nameOf(assignee)}.`;
  if (until === null) return `${subject} no longer snoozed.`;
  if (until !== undefined) return `${subject} snoozed until ${formatSnooze(new Date(until), timeZone)}.`;
  if (next === null) return `Nothing planned for ${subject}.`;
  if (next !== undefined) return `${describeNext(next, Date.now(), timeZone)}: planned for ${subject}.`;
  return leads.length === 1 ? 'Note saved.' : `Note added to ${subject}.`;
}
