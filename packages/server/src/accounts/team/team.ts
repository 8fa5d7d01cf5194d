// The people of an account. Leads can be assigned to all of them except viewers.

import type { TeamMember } from '@leadline/contract';
import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid, readId, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';

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

/** Viewers can only read. */
export const worksOnLeads = ({ role }: Pick<TeamMember, 'role'>): boolean => role !== 'viewer';

/** The IDs of the members who can be given leads. */
export const findWorkers = async (scope: AccountScope): Promise<string[]> =>
  (await listTeam(scope)).filter(worksOnLeads).map(({ user_id }) => readId('user', user_id) as string);

/** The ID of a member given by user ID or email, to give leads to. Null stands for nobody. */
export async function findAssignee(
  scope: AccountScope,
  given: string | null | undefined,
): Promise<string | null | undefined> {
  if (given === null || given === undefined) return given;
  const member = await getMember(scope, given);
  if (!worksOnLeads(member))
    throw new DomainError('invalid_input', 'assignee is a viewer, who can’t work on leads', {
      field: 'assignee',
    });
  return readId('user', member.user_id);
}

async function getMember(scope: AccountScope, given: string): Promise<TeamMember> {
  const team = await listTeam(scope);
  const wanted = given.trim().toLowerCase();
  const member = team.find(({ user_id, email }) => user_id === given || email.toLowerCase() === wanted);
  if (member === undefined)
    throw new DomainError('invalid_input', 'assignee is not a member of this account', { field: 'assignee' });
  return member;
}
