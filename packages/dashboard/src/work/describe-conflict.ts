// Says who changed a lead a moment ago, so that two people don't work on it without knowing.

import type { LeadDetail, TimelineEntry } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { ApiFailure, type CallOptions, call } from '../api/call.ts';
import { formatRelative } from '../components/format-moment.ts';
import { nameLead } from '../components/name-lead.ts';
import { STATUS_NAMES } from './status-names.ts';
import { findMembers, nameFrom, type Team } from './use-team.ts';
import type { WorkLead } from './work-change.ts';

/** "Bo Berg took Ana Lopez a moment ago." */
export async function describeConflict(
  lead: WorkLead,
  team: Pick<Team, 'me'>,
  mode?: CallOptions['mode'],
): Promise<string> {
  const name = nameLead(lead);
  try {
    const path = fillPath(PATHS.lead, { id: lead.lead_id });
    const { data } = await call<LeadDetail>('GET', path, undefined, { mode });
    const last = data.timeline.findLast(isWork);
    if (last === undefined) return `${name} has changed in the meantime.`;
    const { me } = team;
    const people = last.event === 'assigned' ? [last.by, last.assignee] : [actorOf(last)];
    const nameOf = nameFrom(await findMembers(people));
    return `${describeEntry(last, name, { me, nameOf })} ${formatAgo(last.at)}.`;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return `${name} no longer exists.`;
    return `Somebody else just changed ${name}.`;
  }
}

type WorkEntry = Extract<TimelineEntry, { event: 'status' | 'assigned' | 'outcome' }>;

function isWork(entry: TimelineEntry): entry is WorkEntry {
  return entry.event === 'status' || entry.event === 'assigned' || entry.event === 'outcome';
}

const actorOf = (entry: WorkEntry): string | null =>
  entry.event === 'outcome' ? entry.recorded_by : entry.by;

export function describeEntry(entry: WorkEntry, lead: string, team: Pick<Team, 'me' | 'nameOf'>): string {
  const by = actorOf(entry);
  const who = nameActor(by, team);
  if (entry.event === 'status') return `${who} marked ${lead} as ${STATUS_NAMES[entry.status].toLowerCase()}`;
  if (entry.event === 'outcome')
    return entry.outcome === 'open' ? `${who} reopened ${lead}` : `${who} marked ${lead} as ${entry.outcome}`;
  if (entry.assignee === null) return `${who} unassigned ${lead}`;
  if (entry.assignee === by) return `${who} took ${lead}`;
  return `${who} assigned ${lead} to ${entry.assignee === team.me ? 'you' : team.nameOf(entry.assignee)}`;
}

/** Who did it, at the start of a sentence. */
export function nameActor(by: string | null, { me, nameOf }: Pick<Team, 'me' | 'nameOf'>): string {
  if (by === me) return 'You';
  if (by?.startsWith('user_')) return nameOf(by);
  return by?.startsWith('key_') ? 'An API key' : 'Leadline';
}

function formatAgo(at: string): string {
  const ago = formatRelative(new Date(at), Date.now());
  return ago === 'just now' ? 'a moment ago' : ago;
}
