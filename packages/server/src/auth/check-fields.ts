// Checks fields that the library stores or looks up without any checks of its own.

import type { Role } from '@leadline/contract';
import { MAX_NAME_LENGTH } from '@leadline/contract/limits';

type Fields = Readonly<Record<string, unknown>>;

const ROLES: readonly Role[] = ['owner', 'rep', 'viewer'];
const IDS = ['id', 'organizationId', 'invitationId'];
const IS_ID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

export function readFields(body: unknown): Fields | null {
  if (body === undefined || body === null) return {};
  return typeof body === 'object' && !Array.isArray(body) ? (body as Fields) : null;
}

/** Describes what is wrong with the fields, or returns null. */
export function describeInvalidField({ role, name, email }: Fields): string | null {
  if (role !== undefined && !ROLES.some((known) => known === role))
    return `role must be one of ${ROLES.join(', ')}`;
  if (email !== undefined && typeof email !== 'string') return 'email must be a string';
  if (name === undefined) return null;
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    return `name must be 1 to ${MAX_NAME_LENGTH} characters long`;
  return null;
}

/** A truncated link contains a malformed ID, which would cause a database error. */
export const hasMalformedId = (given: Fields): boolean =>
  IDS.some((name) => {
    const value = given[name];
    return value !== undefined && !(typeof value === 'string' && IS_ID.test(value));
  });
