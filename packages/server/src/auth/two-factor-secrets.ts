// Two-factor secrets and backup codes, as better-auth encrypts them: "$ba$", the key's version, "$" and the text in hex.
// Earlier versions of Leadline stored only the hex.

import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { AuthSecret, AuthSecrets } from './auth-secrets.ts';

const prefixOf = ({ version }: AuthSecret): string => `$ba$${version}$`;

/** A pattern for LIKE that matches what is encrypted with the key. */
export const encryptedWith = (secret: AuthSecret): string => `${prefixOf(secret)}%`;

/** Encrypts the text with the first key, or returns null if none of the keys decrypts it. */
export async function reEncrypt(encrypted: string, secrets: AuthSecrets): Promise<string | null> {
  const [current] = secrets;
  if (encrypted.startsWith(prefixOf(current))) return encrypted;
  const found = await findKey(encrypted, secrets);
  if (found === null) return null;
  const keys = new Map([[current.version, current.value]]);
  return symmetricEncrypt({ key: { keys, currentVersion: current.version }, data: found.text });
}

/** Adds the version of the key that a text without one is encrypted with, because better-auth can't find out itself. */
export async function addVersion(encrypted: string, secrets: AuthSecrets): Promise<string> {
  if (encrypted.startsWith('$ba$')) return encrypted;
  const found = await findKey(encrypted, secrets);
  return found === null ? encrypted : prefixOf(found.secret) + encrypted;
}

async function findKey(
  encrypted: string,
  secrets: AuthSecrets,
): Promise<{ readonly secret: AuthSecret; readonly text: string } | null> {
  for (const secret of secrets) {
    const prefix = prefixOf(secret);
    const data = encrypted.startsWith(prefix) ? encrypted.slice(prefix.length) : encrypted;
    try {
      return { secret, text: await symmetricDecrypt({ key: secret.value, data }) };
    } catch {
      // encrypted with another key
    }
  }
  return null;
}
