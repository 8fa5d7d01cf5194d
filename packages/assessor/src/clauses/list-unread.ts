import type { Assessment, Clause } from '@leadline/engine';

/** Marks all clauses after the first `read` as unread, since what they say is unknown. */
export const listUnread = (all: readonly Clause[], read: number): Pick<Assessment, 'unread'> =>
  all.length <= read ? {} : { unread: all.flatMap((_, index) => (index < read ? [] : [index])) };
