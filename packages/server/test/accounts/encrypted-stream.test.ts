// Exported accounts are encrypted: nobody reads or changes them without the passphrase.

import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { decryptStream, encryptStream } from '../../src/operations/transfer/encrypted-stream.ts';

const PASSPHRASE = 'correct horse battery';
const CHUNK = 64 * 1024;

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const encrypt = (bytes: Buffer): Promise<Buffer> =>
  buffer(encryptStream(inPieces(bytes, 10_000), PASSPHRASE, 10));
const decrypt = (bytes: Buffer, passphrase = PASSPHRASE): Promise<Buffer> =>
  buffer(decryptStream(inPieces(bytes, 777), passphrase));

test.each([0, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])(
  '%i bytes come back as they were',
  async (size) => {
    const bytes = randomBytes(size);
    const encrypted = await encrypt(bytes);
    expect(encrypted.includes(bytes.subarray(0, 32))).toBe(size === 0);
    expect(await decrypt(encrypted)).toEqual(bytes);
  },
);

test('the same content looks different each time', async () => {
  const bytes = randomBytes(100);
  expect((await encrypt(bytes)).equals(await encrypt(bytes))).toBe(false);
});

test('a wrong passphrase, a changed bit, a swapped or missing chunk, and extra bytes are noticed', async () => {
  const encrypted = await encrypt(randomBytes(2 * CHUNK + 100));
  const [first, second] = [32, 32 + 4 + CHUNK + 16];
  const chunk = 4 + CHUNK + 16;
  const flip = (at: number): Buffer => {
    const copy = Buffer.from(encrypted);
    copy[at] = (copy[at] as number) ^ 1;
    return copy;
  };
  const damaged = [
    flip(10), // the salt
    flip(30), // the nonce
    flip(first + 4),
    flip(encrypted.length - 1),
    Buffer.concat([
      encrypted.subarray(0, first),
      encrypted.subarray(second, second + chunk),
      encrypted.subarray(first, second),
      encrypted.subarray(second + chunk),
    ]),
    Buffer.concat([encrypted.subarray(0, first), encrypted.subarray(second)]),
    encrypted.subarray(0, second + chunk), // cut off between chunks
    encrypted.subarray(0, -1),
    Buffer.concat([encrypted, Buffer.alloc(1)]),
  ];
  for (const bytes of damaged) await expect(decrypt(bytes)).rejects.toThrow('wrong passphrase');
  await expect(decrypt(encrypted, 'correct horse')).rejects.toThrow('wrong passphrase');
});

test('other files are refused', async () => {
  await expect(decrypt(Buffer.from('email,name\nana@acme.com,Ana\n'.repeat(9)))).rejects.toThrow(
    'not an account',
  );
  await expect(decrypt(Buffer.alloc(0))).rejects.toThrow('not an account');
  const costly = await encrypt(Buffer.alloc(1));
  costly[8] = 40; // would take a terabyte of memory
  await expect(decrypt(costly)).rejects.toThrow('wrong passphrase');
});
