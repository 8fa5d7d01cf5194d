// Addresses and secrets of endpoints are needed in clear to deliver, so they are encrypted rather than hashed, with a
// key that is not in the database: a stolen dump signs nothing.

import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { DomainError } from '../base/domain-error.ts';

/** What only the worker needs in clear. */
export interface Sealed {
  readonly url: string;
  /** `whsec_…` */
  readonly secret: string;
  /** After a rotation both sign for a while. */
  readonly former?: { readonly secret: string; readonly until: string };
}

export interface Seal {
  close(endpointId: string, content: Sealed): Buffer;
  open(endpointId: string, sealed: Buffer): Sealed;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const MIN_KEY_LENGTH = 32;

export function makeSeal(secretKey: string): Seal {
  const key = createSecretKey(
    Buffer.from(hkdfSync('sha256', secretKey, '', 'leadline webhook endpoints', 32)),
  );
  return {
    close: (endpointId, content) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      // Bound to its row: it opens nowhere else.
      cipher.setAAD(Buffer.from(endpointId, 'hex'));
      const text = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open: (endpointId, sealed) => {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) throw sealedWithAnotherKey();
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(endpointId, 'hex'));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const text = Buffer.concat([
          decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]);
        return JSON.parse(text.toString('utf8')) as Sealed;
      } catch {
        throw sealedWithAnotherKey();
      }
    },
  };
}

const sealedWithAnotherKey = (): DomainError =>
  new DomainError('not_available', 'this webhook was created with a different SECRET_KEY');

/** As the Standard Webhooks specification wants it: 24 random bytes or more. */
export const makeSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
