import type { Assessment, Clause } from '@leadline/engine';

/** Marks clauses after the first `read` as unread: concepts in them are unknown, not absent. */
export const listUnread = (all: readonly Clause[], read: number): Pick<Assessment, 'unread'> =>
  all.length <= read ? {} : { unread: all.flatMap((_, index) => (index < read ? [] : [index])) };
