// Imports in words and figures.

import type { ColumnMeaning, Import } from '@leadline/contract';

export const STATUS_WORDS: Readonly<Record<Import['status'], string>> = {
  uploading: 'Uploading',
  ready: 'Ready to start',
  queued: 'Waiting',
  running: 'Running',
  finished: 'Finished',
  stopped: 'Stopped',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

/** In the order they are offered. */
export const MEANING_WORDS: Readonly<Record<ColumnMeaning, string>> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  budget: 'Budget',
  message: 'Message',
  source: 'Source',
  received_at: 'Came in at',
  outcome: 'Outcome',
  outcome_at: 'Outcome: when',
  outcome_amount: 'Outcome: amount',
  outcome_reason: 'Outcome: reason',
  custom: 'Question and answer',
  ignore: 'Leave out',
};

/** Whether many columns may have it; any other meaning belongs to one. */
export function isShared(meaning: ColumnMeaning): boolean {
  return meaning === 'custom' || meaning === 'ignore';
}

export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((part / whole) * 100));
}
