// Labels for the status of an import and for what its columns map to.

import type { ColumnMeaning, Import } from '@leadline/contract';

export const STATUS_LABELS: Readonly<Record<Import['status'], string>> = {
  uploading: 'Uploading',
  ready: 'Ready to start',
  queued: 'Queued',
  running: 'Running',
  finished: 'Finished',
  stopped: 'Stopped',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

/** In the order shown. */
export const MEANING_LABELS: Readonly<Record<ColumnMeaning, string>> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  budget: 'Budget',
  message: 'Message',
  source: 'Source',
  received_at: 'Received',
  outcome: 'Outcome',
  outcome_at: 'Outcome date',
  outcome_amount: 'Deal value',
  outcome_reason: 'Outcome reason',
  custom: 'Question and answer',
  ignore: 'Ignore',
};

/** Whether more than one column can have this mapping. */
export function isShared(meaning: ColumnMeaning): boolean {
  return meaning === 'custom' || meaning === 'ignore';
}

export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((part / whole) * 100));
}
