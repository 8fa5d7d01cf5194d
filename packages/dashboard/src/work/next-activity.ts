// Puts the next activity of a lead into words: "Call today, 15:00", "Overdue: meeting, Thu 19 Nov, 09:00".

import type { ActivityKind, CallResult, ListedLead, NextActivity, Status } from '@leadline/contract';
import { formatSnooze, toLocal } from './snooze-choices.ts';

export const ACTIVITY_NAMES: Readonly<Record<ActivityKind, string>> = {
  call: 'Call',
  email: 'Email',
  meeting: 'Meeting',
};

const CALL_RESULTS: Readonly<Record<CallResult, string>> = {
  reached: 'reached',
  no_answer: 'no answer',
  wrong_number: 'wrong number',
};

/** What was done, as in the timeline. */
export const describeDone = (kind: ActivityKind, result: CallResult | null): string => {
  if (kind === 'call') return result === null ? 'Called' : `Called: ${CALL_RESULTS[result]}`;
  return kind === 'email' ? 'Emailed' : 'Met';
};

export const isOverdue = ({ at }: NextActivity, now: number): boolean => Date.parse(at) <= now;

export function describeNext(next: NextActivity, now: number, timeZone: string): string {
  const name = ACTIVITY_NAMES[next.kind];
  const at = new Date(next.at);
  if (isOverdue(next, now)) return `Overdue: ${name.toLowerCase()}, ${formatSnooze(at, timeZone)}`;
  const local = toLocal(at, timeZone);
  const isToday = local.day === toLocal(new Date(now), timeZone).day;
  return isToday ? `${name} today, ${local.time}` : `${name} ${formatSnooze(at, timeZone)}`;
}

const IN_PROGRESS: readonly Status[] = ['contacted', 'qualified'];

/** Whether somebody should say what happens next. */
export const needsPlan = ({ status, next_activity }: Pick<ListedLead, 'status' | 'next_activity'>): boolean =>
  next_activity === null && IN_PROGRESS.includes(status);
