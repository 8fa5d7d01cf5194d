// Checks fields that the library stores or looks up without any checks of its own.

import type { Role } from '@leadline/contract';
import { checkName } from '../../accounts/profile/check-name.ts';
import { DomainError } from '../../platform/base/domain-error.ts';

type Fields = Readonly<Record<string, unknown>>;

const ROLES: readonly Role[] = ['owner', 'manager', 'rep', 'viewer'];
const IDS = ['id', 'organizationId', 'invitationId', 'sessionId'];
const IS_ID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

export function readFields(body: unknown): Fields | null {
  if (body === undefined || body === null) return {};
  return typeof body === 'object' && !Array.isArray(body) ? (body as Fields) : null;
}

export function checkFields({ role, name, email }: Fields): void {
  if (role !== undefined && !ROLES.some((known) => known === role))
    throw new DomainError('invalid_input', `role must be one of ${ROLES.join(', ')}`);
  if (email !== undefined && typeof email !== 'string')
    throw new DomainError('invalid_input', 'email must be a string');
  if (name === undefined) return;
  if (typeof name !== 'string') throw new DomainError('invalid_input', 'name must be a string');
  checkName(name);
}

/** A truncated link contains a malformed ID, which would cause a database error. */
export const hasMalformedId = (given: Fields): boolean =>
  IDS.some((name) => {
    const value = given[name];
    return value !== undefined && !(typeof value === 'string' && IS_ID.test(value));
  });
