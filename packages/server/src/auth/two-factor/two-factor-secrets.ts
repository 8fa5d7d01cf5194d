// Two-factor secrets and backup codes, as better-auth encrypts them: "$ba$", the key's version, "$" and the text in hex.

import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { AuthSecret, AuthSecrets } from '../cookies/auth-secrets.ts';

const prefixOf = ({ version }: AuthSecret): string => `$ba$${version}$`;

/** A pattern for LIKE that matches what is encrypted with the key. */
export const encryptedWith = (secret: AuthSecret): string => `${prefixOf(secret)}%`;

/** Encrypts the text with the first key, or returns null if none of the keys decrypts it. */
export async function reEncrypt(encrypted: string, secrets: AuthSecrets): Promise<string | null> {
  const [current] = secrets;
  if (encrypted.startsWith(prefixOf(current))) return encrypted;
  const text = await decrypt(encrypted, secrets);
  if (text === null) return null;
  const keys = new Map([[current.version, current.value]]);
  return symmetricEncrypt({ key: { keys, currentVersion: current.version }, data: text });
}

async function decrypt(encrypted: string, secrets: AuthSecrets): Promise<string | null> {
  const secret = secrets.find((one) => encrypted.startsWith(prefixOf(one)));
  if (secret === undefined) return null;
  try {
    return await symmetricDecrypt({ key: secret.value, data: encrypted.slice(prefixOf(secret).length) });
  } catch {
    return null; // damaged
  }
}
