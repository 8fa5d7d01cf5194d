// Puts an entry of the timeline into words.

import type { NextActivity, TimelineEntry } from '@leadline/contract';
import { formatMoney } from '../../../components/format-number.ts';
import { OUTCOME_NAMES } from '../../../outcomes/outcome-names.ts';
import { ACTIVITY_NAMES, describeDone } from '../../../work/next-activity.ts';
import { formatSnooze } from '../../../work/snooze-choices.ts';
import { STATUS_NAMES } from '../../../work/status-names.ts';
import type { Team } from '../../../work/use-team.ts';
import { nameEvent } from '../../webhooks/event-labels.ts';
import { VERDICTS } from '../feedback/verdicts.ts';
import { describeAuthor } from './describe-author.ts';

export interface DescribedEntry {
  readonly title: string;
  /** What a person wrote. */
  readonly text?: string | null;
  /** Less important, like the version of the engine. */
  readonly detail?: string;
  /** In the middle of a sentence; null if nobody did it. */
  readonly by?: string | null;
}

export interface Surroundings {
  readonly team: Team;
  readonly currency: string | null;
  readonly timeZone: string;
}

export function describeEntry(
  entry: TimelineEntry,
  { team, currency, timeZone }: Surroundings,
): DescribedEntry {
  const name = (by: string): string => describeAuthor(by, team);
  switch (entry.event) {
    case 'received':
      return { title: entry.source === '' ? 'Received' : `Received from ${entry.source}` };
    case 'scored':
      return { title: `Scored ${entry.score} (${entry.grade})`, detail: `engine ${entry.version}` };
    case 'corrected':
      return {
        title: `Corrected ${LIST.format(entry.corrections.map(({ field }) => field))}`,
        text: entry.corrections.map(({ from, to }) => `${from || 'none'} → ${to || 'none'}`).join('; '),
        by: name(entry.by),
      };
    case 'rescored':
      return {
        title: `Scored again: ${entry.score}, was ${entry.previous}`,
        detail: `engine ${entry.version}`,
        by: name(entry.by),
      };
    case 'status':
      return {
        title: `Marked as ${STATUS_NAMES[entry.status].toLowerCase()}`,
        text: entry.note,
        by: name(entry.by),
      };
    case 'snoozed':
      return {
        title:
          entry.until === null
            ? 'Snooze ended'
            : `Snoozed until ${formatSnooze(new Date(entry.until), timeZone)}`,
        by: name(entry.by),
      };
    case 'planned':
      return {
        title:
          entry.activity === null
            ? 'Nothing planned any more'
            : `Planned: ${describePlan(entry.activity, timeZone)}`,
        by: name(entry.by),
      };
    case 'done':
      return { title: describeDone(entry.kind, entry.result), text: entry.note, by: name(entry.by) };
    case 'assigned':
      if (entry.assignee !== null && entry.assignee === entry.by && entry.rule === undefined)
        return { title: `${startSentence(name(entry.by))} took this lead` };
      return {
        title: entry.assignee === null ? 'Unassigned' : `Assigned to ${name(entry.assignee)}`,
        by: entry.rule === undefined ? name(entry.by) : `the rule “${entry.rule}”`,
      };
    case 'note':
      return { title: 'Note', text: entry.text, by: name(entry.by) };
    case 'feedback':
      return {
        title: `Reported as ${VERDICTS[entry.verdict]}`,
        text: entry.reason,
        detail: `about the score ${entry.score} (${entry.grade})`,
        by: name(entry.by),
      };
    case 'outcome':
      return {
        title: `${entry.outcome === 'open' ? 'Reopened' : OUTCOME_NAMES[entry.outcome]}${entry.amount === null || currency === null ? '' : `, ${formatMoney(entry.amount, currency)}`}`,
        text: entry.reason,
        by: entry.recorded_by === null ? null : name(entry.recorded_by),
      };
    case 'delivered':
      return { title: DELIVERIES[entry.status], detail: nameEvent(entry.type) };
  }
}

function describePlan({ kind, at }: NextActivity, timeZone: string): string {
  return `${ACTIVITY_NAMES[kind].toLowerCase()}, ${formatSnooze(new Date(at), timeZone)}`;
}

const LIST = new Intl.ListFormat('en-GB');

const startSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const DELIVERIES: Readonly<Record<Extract<TimelineEntry, { event: 'delivered' }>['status'], string>> = {
  delivered: 'Sent to a webhook',
  pending: 'Waiting to be sent to a webhook',
  failed: 'Not sent: the webhook failed',
};
