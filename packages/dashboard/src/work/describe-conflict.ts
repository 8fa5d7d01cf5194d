// Says who changed a lead a moment ago, so that two people don't work on it without knowing.

import type { TimelineEntry } from '@leadline/contract';
import { formatRelative } from '../components/format-moment.ts';
import { STATUS_NAMES } from './status-names.ts';
import { findMembers, nameFrom, type Team } from './use-team.ts';

/** "Bo Berg took Ana Lopez a moment ago." */
export async function describeConflict(
  name: string,
  timeline: readonly TimelineEntry[],
  { me }: Pick<Team, 'me'>,
): Promise<string> {
  const last = findLastWork(timeline);
  if (last === null) return `${name} has changed in the meantime.`;
  const people = last.event === 'assigned' ? [last.by, last.assignee] : [actorOf(last)];
  const nameOf = nameFrom(await findMembers(people));
  return `${describeEntry(last, name, { me, nameOf })} ${formatAgo(doneAt(last))}.`;
}

type WorkEntry = Extract<
  TimelineEntry,
  { event: 'status' | 'assigned' | 'outcome' | 'snoozed' | 'planned' | 'done' | 'corrected' | 'feedback' }
>;

/** What raises the revision of a lead. */
function isWork(entry: TimelineEntry): entry is WorkEntry {
  if (entry.event === 'feedback') return entry.verdict === 'spam' || entry.verdict === 'not_spam';
  return ['status', 'assigned', 'outcome', 'snoozed', 'planned', 'done', 'corrected'].includes(entry.event);
}

/** Between the entries of a single change. */
const SAME_MOMENT_MS = 1_000;

/** A person who marks a lead also takes it if nobody has it; then the mark is what matters. */
export function findLastWork(timeline: readonly TimelineEntry[]): WorkEntry | null {
  const work = timeline.filter(isWork);
  const [before, last] = [work.at(-2), work.at(-1)];
  if (last === undefined) return null;
  const isTaken = last.event === 'assigned' && last.assignee === last.by && last.previous === null;
  if (!isTaken || before === undefined || actorOf(before) !== last.by) return last;
  const distanceMs = Date.parse(last.at) - Date.parse(doneAt(before));
  return distanceMs < SAME_MOMENT_MS ? before : last;
}

const actorOf = (entry: WorkEntry): string | null =>
  entry.event === 'outcome' ? entry.recorded_by : entry.by;

/** An outcome may be recorded long after it happened. */
const doneAt = (entry: WorkEntry): string => (entry.event === 'outcome' ? entry.recorded_at : entry.at);

export function describeEntry(entry: WorkEntry, lead: string, team: Pick<Team, 'me' | 'nameOf'>): string {
  const by = actorOf(entry);
  const who = nameActor(by, team);
  switch (entry.event) {
    case 'status':
      return `${who} marked ${lead} as ${STATUS_NAMES[entry.status].toLowerCase()}`;
    case 'outcome':
      return entry.outcome === 'open'
        ? `${who} reopened ${lead}`
        : `${who} marked ${lead} as ${entry.outcome}`;
    case 'snoozed':
      return entry.until === null ? `${who} ended the snooze of ${lead}` : `${who} snoozed ${lead}`;
    case 'planned':
      return `${who} changed the next step for ${lead}`;
    case 'done':
      return `${who} logged ${entry.kind === 'email' ? 'an email' : `a ${entry.kind}`} with ${lead}`;
    case 'corrected':
      return `${who} corrected the contact details of ${lead}`;
    case 'feedback':
      return `${who} said that ${lead} ${entry.verdict === 'spam' ? 'is' : 'isn’t'} spam`;
    case 'assigned':
      if (entry.assignee === null) return `${who} unassigned ${lead}`;
      if (entry.assignee === by) return `${who} took ${lead}`;
      return `${who} assigned ${lead} to ${entry.assignee === team.me ? 'you' : team.nameOf(entry.assignee)}`;
  }
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
