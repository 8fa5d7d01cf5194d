// Links for a new password that are still on their way, and half-done sign-ins: void once the password is another one.

import { toUuid } from '../base/ids.ts';
import type { Installation } from '../db/installation.ts';

export async function deletePendingLinks(db: Installation, userId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', toUuid(userId)).execute();
}
