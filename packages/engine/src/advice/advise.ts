// The next step as a rep should read it now. The stored advice is as old as the lead: "within the hour" becomes
// "overdue by 2 h" and then "3 days late". Only office hours count, so nobody is late over the weekend.

import type { Grade } from '../grade.ts';
import {
  addOfficeMinutes,
  closingTime,
  minutesPerDay,
  nextOpenMoment,
  type OfficeHours,
  officeMinutesAt,
} from './office-hours.ts';
import { readStep } from './steps.ts';
import { dayOf, MINUTE_MS, wallClock, weekdayOf } from './time-zone.ts';

export type { OfficeHours } from './office-hours.ts';

export interface AdvisedLead {
  readonly grade: Grade;
  readonly contact_grade: string;
  readonly priority_action: string;
  readonly received_at: string;
  readonly status: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost';
  readonly contacted_at: string | null;
  readonly snoozed_until: string | null;
  /** A person said that it isn't spam, whatever its grade. */
  readonly not_spam?: boolean;
}

export interface Advice {
  readonly text: string;
  readonly urgency: Urgency;
  /** Null if there is no deadline. */
  readonly dueAt: Date | null;
}

/** `open`: to do, without a deadline. `late`: overdue by an office day or more. */
export type Urgency = 'none' | 'snoozed' | 'open' | 'due' | 'overdue' | 'late';

/** Null for spam, unless a person said that it isn't. */
export function advise(lead: AdvisedLead, hours: OfficeHours, now: Date): Advice | null {
  const snoozedUntil = toDate(lead.snoozed_until);
  const isOpen = lead.status === 'new' || lead.status === 'contacted' || lead.status === 'qualified';
  if (isOpen && snoozedUntil !== null && snoozedUntil > now)
    return {
      text: `Snoozed until ${formatTime(snoozedUntil, hours)} ${nameDay(snoozedUntil, now, hours)}`,
      urgency: 'snoozed',
      dueAt: null,
    };
  switch (lead.status) {
    case 'won':
    case 'lost':
    case 'unqualified':
      return { text: FINISHED[lead.status], urgency: 'none', dueAt: null };
    case 'qualified':
      return adviseQualified(lead, snoozedUntil, hours, now);
    case 'contacted':
      return adviseFollowUp(lead, snoozedUntil, hours, now);
    case 'new':
      if (lead.grade !== 'Spam') return adviseNew(lead, snoozedUntil, hours, now);
      return lead.not_spam === true ? toDo(RESCUED) : null;
  }
}

/** The score says nothing about how soon to answer. */
const RESCUED = 'Reply with a qualifying question';

const FINISHED = {
  won: 'Won',
  lost: 'Lost',
  unqualified: 'Unqualified',
} as const;

/** From here on, a lead that doesn't answer is more likely gone than busy. */
const FOLLOW_UP_DAYS = 14;

function adviseFollowUp(
  { contacted_at }: AdvisedLead,
  snoozedUntil: Date | null,
  hours: OfficeHours,
  now: Date,
): Advice {
  if (snoozedUntil !== null)
    return toDo(`Snooze ended ${nameDay(snoozedUntil, now, hours)}: follow up or qualify`);
  const days = daysSince(contacted_at, hours, now);
  if (days === null) return toDo('Contacted: follow up or qualify');
  return days < FOLLOW_UP_DAYS
    ? toDo(`Contacted ${nameDaysAgo(days)}: follow up or qualify`)
    : overdue(`Contacted ${Math.floor(days / 7)} weeks ago: follow up or close it`);
}

function adviseQualified(
  { contacted_at }: AdvisedLead,
  snoozedUntil: Date | null,
  hours: OfficeHours,
  now: Date,
): Advice {
  const days = daysSince(contacted_at, hours, now);
  return snoozedUntil !== null || days === null || days < FOLLOW_UP_DAYS
    ? toDo('Qualified: agree on the next step')
    : overdue(
        `Qualified, first contact ${Math.floor(days / 7)} weeks ago: agree on the next step or close it`,
      );
}

const toDo = (text: string): Advice => ({ text, urgency: 'open', dueAt: null });
const overdue = (text: string): Advice => ({ text, urgency: 'overdue', dueAt: null });

function daysSince(time: string | null, hours: OfficeHours, now: Date): number | null {
  const date = toDate(time);
  return date === null ? null : daysBetween(date, now, hours);
}

/** "On Thursday" could also be the next one. */
const nameDaysAgo = (days: number): string =>
  days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;

function adviseNew(lead: AdvisedLead, snoozedUntil: Date | null, hours: OfficeHours, now: Date): Advice {
  // A snooze says when to begin, so the lead isn't late before its end.
  const dueAt = findDeadline(lead, snoozedUntil ?? new Date(lead.received_at), hours);
  if (dueAt === null) return { text: lead.priority_action, urgency: 'open', dueAt };
  const step = readStep(lead.priority_action);
  const minutesLate = officeMinutesAt(hours, now) - officeMinutesAt(hours, dueAt);
  if (now <= dueAt || minutesLate <= 0) {
    const text =
      step === null
        ? lead.priority_action
        : `${step.verb} ${describeDeadline(lead, dueAt, hours, now)}${step.rest}`;
    return { text, urgency: 'due', dueAt };
  }
  const verb = step?.verb.toLowerCase() ?? 'get in touch';
  const daysLate = Math.floor(minutesLate / minutesPerDay(hours));
  const next = nextOpenMoment(hours, now);
  if (daysLate === 0) {
    const minutesOnTheClock = (now.getTime() - dueAt.getTime()) / MINUTE_MS;
    const isGap = minutesOnTheClock - minutesLate >= CLOCK_GAP_MINUTES;
    const isClosed = next > now;
    const overdue = isGap
      ? `${formatOfficeMinutes(minutesLate)} late`
      : isClosed
        ? `${formatMinutes(minutesLate)} late`
        : `Overdue by ${formatMinutes(minutesLate)}`;
    const when = isClosed ? `first thing ${nameDay(next, now, hours)}` : 'now';
    return { text: `${overdue}: ${verb} ${when}`, urgency: 'overdue', dueAt };
  }
  const orClose = daysLate >= GIVE_UP_DAYS ? ' or close it' : '';
  return {
    text: `${countDays(daysLate, hours)} late: ${verb} ${nameDay(next, now, hours)}${orClose}`,
    urgency: 'late',
    dueAt,
  };
}

/** From here on, the reader's clock contradicts ours, so we say which one we mean. */
const CLOCK_GAP_MINUTES = 60;
/** Until then, a late call is better than none. */
const GIVE_UP_DAYS = 5;

const HOT_MINUTES = 60;
/** "Today" leaves at least two office hours; otherwise it means the next office day. */
const MIN_WARM_MINUTES = 120;
const COOL_DAYS = 2;

function findDeadline({ grade, contact_grade }: AdvisedLead, from: Date, hours: OfficeHours): Date | null {
  if (contact_grade === 'F') return null;
  switch (grade) {
    case 'Hot':
      return toFullMinute(addOfficeMinutes(hours, from, HOT_MINUTES));
    case 'Warm':
      return closingTime(hours, addOfficeMinutes(hours, from, MIN_WARM_MINUTES));
    case 'Cool':
      return toFullMinute(addOfficeMinutes(hours, from, COOL_DAYS * minutesPerDay(hours)));
    case 'Cold':
    case 'Spam':
      return null;
  }
}

const toFullMinute = (at: Date): Date => new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS);

function describeDeadline({ grade }: AdvisedLead, dueAt: Date, hours: OfficeHours, now: Date): string {
  const minutesLeft = Math.ceil((dueAt.getTime() - now.getTime()) / MINUTE_MS);
  if (minutesLeft <= 0) {
    const next = nextOpenMoment(hours, now);
    return next > now ? `first thing ${nameDay(next, now, hours)}` : 'now';
  }
  // Others are due at closing time or at a time of day, which says more than minutes.
  if (grade === 'Hot') {
    // The deadline is rounded up to a full minute.
    if (minutesLeft === 60 || minutesLeft === 61) return 'within the hour';
    if (minutesLeft < 60) return `within ${minutesLeft} min`;
  }
  return `by ${formatTime(dueAt, hours)} ${nameDay(dueAt, now, hours)}`;
}

function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${Math.max(1, Math.floor(minutes))} min`;
  return `${Math.floor(minutes / 60)} h`;
}

function formatOfficeMinutes(minutes: number): string {
  if (minutes < 60) return `${Math.max(1, Math.floor(minutes))} office min`;
  const count = Math.floor(minutes / 60);
  return count === 1 ? '1 office hour' : `${count} office hours`;
}

function countDays(days: number, { office_days }: OfficeHours): string {
  const weeks = Math.floor(days / office_days.length);
  if (weeks >= 2) return `${weeks} weeks`;
  return days === 1 ? '1 day' : `${days} days`;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** "today", "tomorrow", "on Monday", "on 24 Nov". */
function nameDay(at: Date, now: Date, hours: OfficeHours): string {
  const distance = -daysBetween(at, now, hours);
  if (distance === 0) return 'today';
  if (distance === 1) return 'tomorrow';
  if (distance === -1) return 'yesterday';
  if (Math.abs(distance) < 7)
    return `on ${WEEKDAYS[weekdayOf(dayOf(at.getTime(), hours.time_zone)) - 1] ?? ''}`;
  const day = Math.abs(distance) > 180 ? DAY_AND_YEAR : DAY;
  return `on ${day.format(wallClock(at.getTime(), hours.time_zone))}`;
}

// Of wall clock times, which are kept as if they were UTC.
const TIME = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });

const daysBetween = (first: Date, second: Date, { time_zone }: OfficeHours): number =>
  dayOf(second.getTime(), time_zone) - dayOf(first.getTime(), time_zone);

const formatTime = (at: Date, { time_zone }: OfficeHours): string =>
  TIME.format(wallClock(at.getTime(), time_zone));

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
