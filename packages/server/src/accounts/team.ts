// The people of an account, to whom leads can be assigned.

import type { TeamMember } from '@leadline/contract';
import { sql } from 'kysely';
import { DomainError } from '../base/domain-error.ts';
import { fromUuid, readId, showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';

interface Row {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: TeamMember['role'];
}

/** In alphabetical order. */
export async function listTeam({ transaction }: AccountScope): Promise<TeamMember[]> {
  const { rows } = await sql<Row>`
    select user_id, name, email, role from leadline.team() order by lower(name), email`.execute(transaction);
  return rows.map(({ user_id, ...rest }) => ({ user_id: showId('user', fromUuid(user_id)), ...rest }));
}

/** The ID of a member given by user ID or email. Null stands for nobody. */
export async function findAssignee(
  scope: AccountScope,
  given: string | null | undefined,
): Promise<string | null | undefined> {
  if (given === null || given === undefined) return given;
  const team = await listTeam(scope);
  const wanted = given.trim().toLowerCase();
  const member = team.find(({ user_id, email }) => user_id === given || email.toLowerCase() === wanted);
  if (member === undefined)
    throw new DomainError('invalid_input', 'assignee is not a member of this account', { field: 'assignee' });
  return readId('user', member.user_id);
}
