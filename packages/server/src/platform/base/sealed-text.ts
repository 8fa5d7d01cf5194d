// Encrypts texts that have to be read again, so they can't be hashed. SECRET_KEY isn't stored in the database, so a stolen
// dump doesn't reveal them.

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { KEY_ID_BYTES, type SecretKeys } from './secret-keys.ts';

export interface TextSeal {
  close(ownerId: string, text: string): Buffer;
  /** Null if none of the keys decrypts it for this owner. */
  open(ownerId: string, sealed: Buffer): string | null;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with the first key and decrypts with any of them. Each purpose has its own keys. */
export function makeTextSeal(secretKeys: SecretKeys, purpose: string): TextSeal {
  const keys = secretKeys.map(({ id, derive }) => ({ id, key: createSecretKey(derive(purpose)) }));
  const [current] = keys as [(typeof keys)[number]];
  return {
    close: (ownerId, text) => Buffer.concat([current.id, encrypt(current.key, ownerId, text)]),
    open: (ownerId, sealed) => {
      const id = sealed.subarray(0, KEY_ID_BYTES);
      const found = keys.find((key) => key.id.equals(id));
      return found === undefined ? null : decrypt(found.key, ownerId, sealed.subarray(KEY_ID_BYTES));
    },
  };
}

function encrypt(key: KeyObject, ownerId: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  // Ties the ciphertext to its owner, so that it can't be copied to another row.
  cipher.setAAD(Buffer.from(ownerId, 'hex'));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Null if it wasn't encrypted with this key for this owner. */
function decrypt(key: KeyObject, ownerId: string, encrypted: Buffer): string | null {
  if (encrypted.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, encrypted.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(ownerId, 'hex'));
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
