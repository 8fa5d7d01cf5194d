// Names the author of a timeline entry, in the middle of a sentence.

import type { Team } from '../../../work/use-team.ts';

/** `by` is `user_…`, `key_…`, `operator` or `worker`. */
export function describeAuthor(by: string, { me, nameOf }: Pick<Team, 'me' | 'nameOf'>): string {
  if (by === me) return 'you';
  if (by.startsWith('key_')) return 'API key';
  if (!by.startsWith('user_')) return by === 'operator' ? 'the operator' : 'Leadline';
  const name = nameOf(by);
  return name === 'A former member' ? 'a former member' : name;
}
