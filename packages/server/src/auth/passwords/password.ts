// Hashes passwords with argon2id (RFC 9106), which Node runs off the event loop.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const deriveNow = promisify(argon2);

let last: Promise<unknown> = Promise.resolve();

/** One at a time: each takes a core, so somebody who tries out passwords could otherwise take all of them. */
function derive(...args: Parameters<typeof deriveNow>): Promise<Buffer> {
  const derived = last.then(() => deriveNow(...args));
  last = derived.catch(() => {});
  return derived;
}

/** OWASP's recommendation: 19 MiB, two passes, one lane; about 30 ms. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { ...COST, message: password.normalize('NFKC'), nonce });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (parts === null) return false;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
