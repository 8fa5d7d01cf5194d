// SECRET_KEY, which encrypts and signs, and the keys that are only used for reading while SECRET_KEY is being replaced.
// Each value that was encrypted says with which key, so that we know when the old one is no longer needed.

import { hkdfSync } from 'node:crypto';

export interface SecretKey {
  /** Says nothing about the key itself. */
  readonly id: Buffer;
  /** A key for one purpose, so that cookies and webhook secrets don't share one. */
  derive(purpose: string): Buffer;
}

/** The first one is SECRET_KEY. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]];

/** As many as fit in a JavaScript integer. */
export const KEY_ID_BYTES = 6;
export const MIN_KEY_LENGTH = 32;

export const makeSecretKeys = (current: string, others: readonly string[] = []): SecretKeys => [
  makeSecretKey(current),
  ...others.filter((key) => key !== current).map(makeSecretKey),
];

function makeSecretKey(secretKey: string): SecretKey {
  const derive = (purpose: string, bytes = 32): Buffer =>
    Buffer.from(hkdfSync('sha256', secretKey, '', purpose, bytes));
  return { id: derive('leadline key ID', KEY_ID_BYTES), derive };
}
