// Encrypts the URLs and secrets of endpoints. Deliveries need them in plain text, so they can't be hashed. The key
// isn't stored in the database, so a stolen dump can't be used to sign anything.

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { DomainError } from '../base/domain-error.ts';
import { KEY_ID_BYTES, type SecretKeys } from '../base/secret-keys.ts';

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

/** Encrypts with the first key and decrypts with any of them. */
export function makeSeal(secretKeys: SecretKeys): Seal {
  const keys = secretKeys.map(({ id, derive }) => ({
    id,
    key: createSecretKey(derive('leadline webhook endpoints')),
  }));
  const [current] = keys as [(typeof keys)[number]];
  return {
    close: (endpointId, content) =>
      Buffer.concat([current.id, encrypt(current.key, endpointId, JSON.stringify(content))]),
    open: (endpointId, sealed) => {
      const id = sealed.subarray(0, KEY_ID_BYTES);
      const named = keys.filter((key) => key.id.equals(id));
      const text =
        findFirst(named, ({ key }) => decrypt(key, endpointId, sealed.subarray(KEY_ID_BYTES))) ??
        // Earlier versions didn't store the key's ID.
        findFirst(keys, ({ key }) => decrypt(key, endpointId, sealed));
      if (text === null)
        throw new DomainError('not_available', 'this webhook was created with a different SECRET_KEY');
      return JSON.parse(text) as Sealed;
    },
  };
}

function encrypt(key: KeyObject, endpointId: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  // Ties the ciphertext to its endpoint, so that it can't be copied to another one.
  cipher.setAAD(Buffer.from(endpointId, 'hex'));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Null if it wasn't encrypted with this key for this endpoint. */
function decrypt(key: KeyObject, endpointId: string, encrypted: Buffer): string | null {
  if (encrypted.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, encrypted.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(endpointId, 'hex'));
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function findFirst<T, Found>(values: readonly T[], find: (value: T) => Found | null): Found | null {
  for (const value of values) {
    const found = find(value);
    if (found !== null) return found;
  }
  return null;
}

/** Standard Webhooks requires at least 24 random bytes. */
export const makeSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
