// Values that SECRET_KEY encrypts: they leave an installation decrypted, inside the encrypted export, and are encrypted with
// the other installation's key on arrival.

import { makeKeySeal } from '../../accounts/keys/seal-key.ts';
import { type CrmTarget, makeCrmSeal } from '../../crm/vendors/seal.ts';
import { makeWebhookSeal, type Sealed } from '../../notifications/webhooks/seal.ts';
import type { SecretKeys } from '../../platform/base/secret-keys.ts';

export interface RowSeal {
  open(table: string, id: string, sealed: Buffer): string;
  close(table: string, id: string, secret: string): Buffer;
}

/** `secretKeys` is null if SECRET_KEY isn't set: then there must be nothing to open or close. */
export function makeRowSeal(secretKeys: SecretKeys | null): RowSeal {
  const needKeys = (): SecretKeys => {
    if (secretKeys === null)
      throw new Error(
        'this account has webhooks, intake keys or a CRM: set SECRET_KEY to that of this installation',
      );
    return secretKeys;
  };
  return {
    open: (table, id, sealed) => {
      if (table === 'crm_connections') return JSON.stringify(makeCrmSeal(needKeys()).open(id, sealed));
      if (table === 'webhook_endpoints') return JSON.stringify(makeWebhookSeal(needKeys()).open(id, sealed));
      const key = makeKeySeal(needKeys()).open(id, sealed);
      if (key === null)
        throw new Error('an intake key of this account was created with a different SECRET_KEY');
      return key;
    },
    close: (table, id, secret) => {
      if (table === 'crm_connections')
        return makeCrmSeal(needKeys()).close(id, JSON.parse(secret) as CrmTarget);
      return table === 'webhook_endpoints'
        ? makeWebhookSeal(needKeys()).close(id, JSON.parse(secret) as Sealed)
        : makeKeySeal(needKeys()).close(id, secret);
    },
  };
}
