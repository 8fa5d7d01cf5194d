import { toUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';

export async function markEmailVerified(db: Installation, userId: string): Promise<void> {
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', toUuid(userId)).execute();
}
