import type { Assessment, Clause } from '@leadline/engine';

/** Lists the clauses beyond the first `read`, so that nobody takes a concept for absent in text that was never read. */
export const listUnread = (all: readonly Clause[], read: number): Pick<Assessment, 'unread'> =>
  all.length <= read ? {} : { unread: all.flatMap((_, index) => (index < read ? [] : [index])) };
