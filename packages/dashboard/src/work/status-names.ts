// Puts the status of a lead into words.

import type { Status } from '@leadline/contract';

/** In the order a lead goes through them. */
export const STATUSES = ['new', 'contacted', 'qualified', 'unqualified', 'won', 'lost'] as const;

export const STATUS_NAMES: Readonly<Record<Status, string>> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  unqualified: 'Unqualified',
  won: 'Won',
  lost: 'Lost',
};

/** "marked as contacted" */
export const STATUS_DONE: Readonly<Record<Status, string>> = {
  new: 'marked as new',
  contacted: 'marked as contacted',
  qualified: 'marked as qualified',
  unqualified: 'marked as unqualified',
  won: 'marked as won',
  lost: 'marked as lost',
};
