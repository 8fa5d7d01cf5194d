// Encrypts a stream with a passphrase: scrypt, then AES-256-GCM in chunks. Each chunk's nonce contains its number and whether
// it is the last, so chunks that are changed, swapped, missing or cut off are noticed before their content is used.

import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';

const MAGIC = Buffer.from('LEADLN01');
const SALT_BYTES = 16;
const PREFIX_BYTES = 7;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + PREFIX_BYTES;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
/** 2^17 blocks of 1 KiB: 128 MiB and about half a second for each guess. */
const COST_BITS = 17;
/** So that a forged header can't take more memory than 1 GiB. */
const MAX_COST_BITS = 20;
const LAST = 0x8000_0000;

class WrongPassphrase extends Error {
  constructor() {
    super('wrong passphrase, or the file is damaged');
  }
}

export async function* encryptStream(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  costBits = COST_BITS,
): AsyncGenerator<Buffer> {
  const header = Buffer.concat([
    MAGIC,
    Buffer.from([costBits]),
    randomBytes(SALT_BYTES),
    randomBytes(PREFIX_BYTES),
  ]);
  yield header;
  const key = await deriveKey(header, passphrase);
  let number = 0;
  const seal = (content: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(header, number++, isLast));
    cipher.setAAD(header);
    const encrypted = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE((encrypted.length | (isLast ? LAST : 0)) >>> 0);
    return Buffer.concat([length, encrypted]);
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = Buffer.concat([rest, piece]);
    let from = 0;
    for (; rest.length - from > CHUNK_BYTES; from += CHUNK_BYTES)
      yield seal(rest.subarray(from, from + CHUNK_BYTES), false);
    rest = rest.subarray(from);
  }
  yield seal(rest, true);
}

export async function* decryptStream(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(source);
  const header = await bytes.read(HEADER_BYTES);
  if (header === null || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error('this is not an account exported by Leadline');
  const key = await deriveKey(header, passphrase);
  for (let number = 0; ; number++) {
    const length = (await bytes.read(4))?.readUInt32BE() ?? 0;
    const isLast = length >= LAST;
    const size = isLast ? length - LAST : length;
    if (size < TAG_BYTES || size > CHUNK_BYTES + TAG_BYTES) throw new WrongPassphrase();
    const encrypted = await bytes.read(size);
    if (encrypted === null) throw new WrongPassphrase();
    yield open(key, header, number, isLast, encrypted);
    if (!isLast) continue;
    if ((await bytes.read(1)) !== null) throw new WrongPassphrase();
    return;
  }
}

function open(key: Buffer, header: Buffer, number: number, isLast: boolean, encrypted: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(header, number, isLast));
  decipher.setAAD(header);
  decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new WrongPassphrase();
  }
}

function nonceOf(header: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  header.copy(nonce, 0, HEADER_BYTES - PREFIX_BYTES);
  nonce.writeUInt32BE(number, PREFIX_BYTES);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function deriveKey(header: Buffer, passphrase: string): Promise<Buffer> {
  const costBits = header[MAGIC.length] ?? 0;
  if (costBits < 10 || costBits > MAX_COST_BITS) throw new WrongPassphrase();
  const salt = header.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES);
  const cost = 2 ** costBits;
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize(), salt, 32, { N: cost, r: 8, p: 1, maxmem: cost * 2048 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** Reads exact numbers of bytes from a stream. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Null if the stream ends before. */
  async read(size: number): Promise<Buffer | null> {
    const pieces = [this.#rest];
    let available = this.#rest.length;
    while (available < size) {
      const { value, done } = await this.#source.next();
      if (done === true) return null;
      pieces.push(value);
      available += value.length;
    }
    const all = pieces.length === 1 ? this.#rest : Buffer.concat(pieces);
    this.#rest = all.subarray(size);
    return all.subarray(0, size);
  }
}
