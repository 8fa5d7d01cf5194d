// What the invented team did about a lead: who took it, how soon they called, and what they noted.

import type { Grade } from '@leadline/engine';
import type { PastLead } from '@leadline/server';
import type { Random } from './random.ts';

type Work = NonNullable<PastLead['work']>;
type Activity = Work['activities'][number];

interface Rep {
  /** Of a hundred leads. */
  readonly share: number;
  /** Half of their first calls take longer. */
  readonly medianHours: number;
}

/** In the order of the team; whoever comes later gets what is left. */
const REPS: readonly Rep[] = [
  { share: 40, medianHours: 0.8 },
  { share: 34, medianHours: 3 },
  { share: 18, medianHours: 16 },
  { share: 8, medianHours: 5 },
];

const NOTES = [
  'Left a voicemail, will try again tomorrow morning.',
  'Wants a call with the finance team next week.',
  'Sent the price list and two references.',
  'Compares us with two others. Decision by the end of the month.',
  'Asked for a shorter contract. Checking with Maya.',
  'Good call: clear need, budget agreed, waiting for the board.',
  'Prefers email. Replies within a day.',
  'Needs it before the trade show.',
];

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** Leads that came in just now are still waiting for somebody. */
const FRESH_MS = 3 * HOUR_MS;

interface LeadToPlan {
  readonly grade: Grade;
  readonly receivedAt: Date;
  readonly outcome: PastLead['outcome'];
}

/** `team`: user IDs. Returns null if nobody has touched the lead. Draws the same numbers for every lead, so that one lead
 * doesn't change what happens to the others. */
export function planWork(
  random: Random,
  { grade, receivedAt, outcome }: LeadToPlan,
  team: readonly string[],
  now: Date,
): Work | null {
  const place = Number(random.choose(Object.fromEntries(REPS.map(({ share }, index) => [index, share]))));
  const wait = -Math.log(1 - random.next()) / Math.LN2;
  const isTaken = random.chance(0.93);
  const isCalled = random.chance(grade === 'Hot' || grade === 'Warm' ? 0.6 : 0.35);
  const isNoted = random.chance(0.35);
  const note = random.pick(NOTES);
  const isQualified = random.chance(0.4);
  const isUnqualified = random.chance(grade === 'Cold' ? 0.35 : 0.08);

  const assignee = team[Math.min(place, team.length - 1)];
  const isFresh = now.getTime() - receivedAt.getTime() < FRESH_MS;
  if (assignee === undefined || grade === 'Spam' || !(isTaken || outcome !== null) || isFresh) return null;
  // Fast replies win more often.
  const factor = outcome?.outcome === 'won' ? 0.5 : outcome?.outcome === 'lost' ? 2 : 1;
  const hours = wait * (REPS[place]?.medianHours ?? 1) * factor;
  const latest = outcome === null ? now : outcome.at;
  const planned = receivedAt.getTime() + Math.round(hours * HOUR_MS) + 2 * MINUTE_MS;
  const isInTime = planned < latest.getTime() - 5 * MINUTE_MS;
  const contactedAt =
    outcome !== null
      ? new Date(isInTime ? planned : outcome.at.getTime() - MINUTE_MS / 2)
      : isCalled && isInTime
        ? new Date(planned)
        : null;
  const takenAt = new Date(
    Math.min(receivedAt.getTime() + MINUTE_MS, contactedAt?.getTime() ?? now.getTime()),
  );
  const activities: Activity[] = [{ at: takenAt, kind: 'assigned', data: { assignee, previous: null } }];
  if (contactedAt === null) return { stage: 'new', assignee, contactedAt, activities };

  activities.push({
    at: contactedAt,
    kind: 'status',
    data: { status: 'contacted', previous: 'new', note: null },
  });
  if (isNoted)
    activities.push({ at: new Date(contactedAt.getTime() + 1), kind: 'note', data: { text: note } });
  const stage = isUnqualified && outcome === null ? 'unqualified' : isQualified ? 'qualified' : 'contacted';
  if (stage !== 'contacted')
    activities.push({
      at: new Date(contactedAt.getTime() + 2),
      kind: 'status',
      data: { status: stage, previous: 'contacted', note: null },
    });
  return { stage, assignee, contactedAt, activities };
}
