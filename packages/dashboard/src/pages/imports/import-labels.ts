// Labels for the status of an import and for what its columns map to.

import type { ColumnMeaning, Import, SkipReason, Status } from '@leadline/contract';

export const STATUS_LABELS: Readonly<Record<Import['status'], string>> = {
  uploading: 'Uploading',
  ready: 'Ready to start',
  queued: 'Queued',
  running: 'Running',
  finished: 'Finished',
  stopped: 'Stopped',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
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
  company: 'Company',
  title: 'Job title',
  source: 'Source',
  received_at: 'Received',
  status: 'Status',
  assignee: 'Assignee',
  outcome: 'Outcome',
  outcome_at: 'Outcome date',
  outcome_amount: 'Deal value',
  outcome_currency: 'Currency of the deal value',
  outcome_reason: 'Outcome reason',
  custom: 'Question and answer',
  ignore: 'Don’t import',
};

/** Why a column is not imported by default. */
export const SKIP_LABELS: Readonly<Record<SkipReason, string>> = {
  team_note: 'Written by your team, not by the lead',
  record_id: 'An ID, not an answer',
  record_date: 'About the record, not the inquiry',
  progress: 'How the deal went, not an answer',
  owner: 'About your team, not the lead',
  added_by_us: 'Added by Leadline',
};

export const LEAD_STATUS_LABELS: Readonly<Record<Status, string>> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  unqualified: 'Unqualified',
  won: 'Won',
  lost: 'Lost',
};

/** Whether more than one column can have this mapping. */
export function isShared(meaning: ColumnMeaning): boolean {
  return meaning === 'custom' || meaning === 'ignore';
}

export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((part / whole) * 100));
}
