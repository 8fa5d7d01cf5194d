// How many backup codes a user has left. The codes themselves are only shown when they are made.

import { toUuid } from '../../platform/base/ids.ts';
import { throwOutage } from '../../platform/db/outages.ts';
import type { Sessions, SignedIn } from '../sessions/sessions.ts';

export async function countBackupCodes(
  { auth }: Pick<Sessions, 'auth'>,
  { id, hasTwoFactor }: Pick<SignedIn['user'], 'id' | 'hasTwoFactor'>,
): Promise<number> {
  if (!hasTwoFactor) return 0;
  const { backupCodes } = await throwOutage(
    () => auth.api.viewBackupCodes({ body: { userId: toUuid(id) } }),
    () => true,
  );
  return backupCodes.length;
}
