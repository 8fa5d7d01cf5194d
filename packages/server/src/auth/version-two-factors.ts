// Adds the key's version to two-factor secrets from before Leadline stored it. Runs when the API starts; after the first
// time there is nothing left to do.

import type { Installation } from '../db/installation.ts';
import type { AuthSecrets } from './auth-secrets.ts';
import { addVersion } from './two-factor-secrets.ts';

export async function versionTwoFactors(db: Installation, secrets: AuthSecrets): Promise<void> {
  const rows = await db
    .selectFrom('two_factors')
    .select(['id', 'secret', 'backup_codes'])
    .where((e) => e.or([e('secret', 'not like', '$ba$%'), e('backup_codes', 'not like', '$ba$%')]))
    .execute();
  for (const { id, secret, backup_codes } of rows) {
    await db
      .updateTable('two_factors')
      .set({
        secret: await addVersion(secret, secrets),
        backup_codes: await addVersion(backup_codes, secrets),
      })
      // Someone may be using a backup code right now.
      .where('id', '=', id)
      .where('secret', '=', secret)
      .where('backup_codes', '=', backup_codes)
      .execute();
  }
}
