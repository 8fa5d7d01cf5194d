// A user who has set up Leadline, so that nobody else needs the setup token.

import type { Installation } from '@leadline/server';
import { makeId } from '@leadline/server/testing';

export async function addFirstUser(owner: Installation): Promise<void> {
  await owner
    .insertInto('users')
    .values({
      id: makeId(),
      name: 'Operator',
      email: 'operator@example.org',
      email_verified: true,
      two_factor_enabled: false,
    })
    .execute();
}
