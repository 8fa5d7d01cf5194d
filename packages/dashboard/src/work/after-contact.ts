// What logging a call, an email or a meeting changes about a lead.

import type { Status } from '@leadline/contract';
import type { Done } from './done-menu.tsx';
import type { WorkChange } from './work-change.ts';

/** A new lead is in progress from the first try on, where its next activity decides when it is its turn. A wrong number is
 * no try: there may be an email. */
export const changeAfter = (status: Status, done: Done): WorkChange =>
  status === 'new' && done.result !== 'wrong_number' ? { done, status: 'contacted' } : { done };
