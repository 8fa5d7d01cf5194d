// Signs cookies again that were signed with an earlier SECRET_KEY, before better-auth sees them: it only knows the
// current key for signatures. That way sessions survive a change of the key. The library renews the cookie itself once a
// day.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuthSecret, AuthSecrets } from './auth-secrets.ts';

/** Takes and returns a Cookie header. */
export type RenewCookies = (header: string) => string;

/** Cookies whose name ends with this prefix and a name of the library's. */
export function makeRenewCookies([current, ...others]: AuthSecrets, prefix: string): RenewCookies {
  if (others.length === 0) return (header) => header;
  return (header) =>
    header
      .split('; ')
      .map((pair) => {
        const cut = pair.indexOf('=');
        if (!pair.slice(0, cut).includes(`${prefix}.`)) return pair;
        const signed = readSigned(pair.slice(cut + 1));
        if (signed === null || !others.some((secret) => isSignature(signed, secret))) return pair;
        const { value } = signed;
        return `${pair.slice(0, cut)}=${encodeURIComponent(`${value}.${sign(value, current).toString('base64')}`)}`;
      })
      .join('; ');
}

interface Signed {
  readonly value: string;
  readonly signature: Buffer;
}

function readSigned(encoded: string): Signed | null {
  try {
    const text = decodeURIComponent(encoded);
    const cut = text.lastIndexOf('.');
    return cut < 1
      ? null
      : { value: text.slice(0, cut), signature: Buffer.from(text.slice(cut + 1), 'base64') };
  } catch {
    return null; // not something we wrote
  }
}

function isSignature({ value, signature }: Signed, secret: AuthSecret): boolean {
  const expected = sign(value, secret);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

const sign = (value: string, secret: AuthSecret): Buffer =>
  createHmac('sha256', secret.value).update(value).digest();
