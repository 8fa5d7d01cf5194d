// The format of keys: ll_live_, ll_test_ or ll_intake_, then 32 random characters and a 6-character checksum. The
// checksum tells a typo from a revoked key without a lookup, and helps secret scanners recognize keys.

import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type Mode = 'live' | 'test';
/** What a key's prefix reveals. An intake key doesn't show whether it is live or test. */
export type KeyKind = Mode | 'intake';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^32 ≈ 190 bits. */
const RANDOM_LENGTH = 32;
/** 62^6 > 2^32 */
const CHECKSUM_LENGTH = 6;
const SHAPE = /^ll_(?:live|test|intake)_[0-9A-Za-z]{38}$/;

export function makeKey(kind: KeyKind): string {
  let body = `ll_${kind}_`;
  for (let i = 0; i < RANDOM_LENGTH; i++) body += ALPHABET[randomInt(ALPHABET.length)];
  return body + checksum(body);
}

export const isKey = (text: string): boolean =>
  SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/** In hex. A plain hash is enough, since keys are too random to guess. */
export const hashKey = (key: string): string => hash('sha256', key);

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
