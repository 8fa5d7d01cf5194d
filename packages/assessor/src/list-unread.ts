import type { Assessment, Clause } from '@leadline/engine';

/** Of clauses that were not read nobody can say what they lack. */
export const listUnread = (all: readonly Clause[], read: number): Pick<Assessment, 'unread'> =>
  all.length <= read ? {} : { unread: all.flatMap((_, index) => (index < read ? [] : [index])) };
