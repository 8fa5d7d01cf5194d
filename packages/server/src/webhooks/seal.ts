// Encrypts the URLs and secrets of endpoints. Deliveries need them in plain text, so they can't be hashed. The key
// isn't stored in the database, so a stolen dump can't be used to sign anything.

import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { DomainError } from '../base/domain-error.ts';

export interface Sealed {
  readonly url: string;
  /** Sent with each delivery. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  /** `whsec_…` */
  readonly secret: string;
  /** The previous secret, which is still used for signing for a while after a rotation. */
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
      // Ties the ciphertext to its endpoint, so that it can't be copied to another one.
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

/** Standard Webhooks requires at least 24 random bytes. */
export const makeSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
