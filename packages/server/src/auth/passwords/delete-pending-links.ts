// Invalidates open password reset links and unfinished sign-ins once the password has changed.

import { toUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';

export async function deletePendingLinks(db: Installation, userId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', toUuid(userId)).execute();
}
