// The name of a member, with the email if another member has the same name.

import type { TeamMember } from '@leadline/contract';

export function namePerson(people: readonly TeamMember[], userId: string): string {
  const person = people.find(({ user_id }) => user_id === userId);
  if (person === undefined) return 'Former member';
  const { name, email } = person;
  if (name === '') return email;
  return people.some((other) => other !== person && other.name === name) ? `${name} (${email})` : name;
}
