// The people a rule can name.

import type { TeamMember } from '@leadline/contract';

/** Viewers can only read, so rules skip them. */
export const worksOnLeads = ({ role }: TeamMember): boolean => role !== 'viewer';

/** With the email if another member has the same name. */
export function namePerson(people: readonly TeamMember[], userId: string): string {
  const person = people.find(({ user_id }) => user_id === userId);
  if (person === undefined) return 'Former member';
  const { name, email } = person;
  if (name === '') return email;
  return people.some((other) => other !== person && other.name === name) ? `${name} (${email})` : name;
}
