// Names the author of a timeline entry, in the middle of a sentence.

import type { Team } from '../../../work/use-team.ts';

/** `by` is `user_…`, `key_…`, `operator` or `worker`. */
export function describeAuthor(by: string, { me, members, isLoaded }: Team): string {
  if (by === me) return 'you';
  if (by.startsWith('key_')) return 'API key';
  if (!by.startsWith('user_')) return by === 'operator' ? 'the operator' : 'Leadline';
  const member = members.find(({ user_id }) => user_id === by);
  if (member !== undefined) return member.name.trim() || member.email;
  return isLoaded ? 'a former member' : '…';
}
