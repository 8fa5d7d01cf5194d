// Finds the directory of a zip archive, which is at its end, and unpacks single parts. A workbook is a zip archive of XML
// parts. Sizes in the directory may lie, so what comes out is counted.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { BrokenWorkbook, DAMAGED, INCOMPLETE, TOO_MUCH } from './broken-workbook.ts';
import type { ZipEntry } from './find-entries.ts';

/** A file that can be read from any offset. */
export interface ByteSource {
  readonly size: number;
  /** Returns fewer bytes only at the end. */
  read(offset: number, length: number): Promise<Buffer>;
}

const END = Buffer.from('504b0506', 'hex');
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
/** A workbook has a few dozen parts, and some more for each sheet and picture. */
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/** Reads the part of the archive that lists its entries. It is in memory that threads share, because parsing it is left to
 * them; see find-entries.ts. */
export async function readZipDirectory(source: ByteSource): Promise<SharedArrayBuffer> {
  const tailFrom = Math.max(0, source.size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await source.read(tailFrom, source.size - tailFrom);
  const at = tail.subarray(0, Math.max(0, tail.length - END_BYTES + END.length)).lastIndexOf(END);
  if (at < 0) throw new BrokenWorkbook(INCOMPLETE);
  const size = tail.readUInt32LE(at + 12);
  const offset = tail.readUInt32LE(at + 16);
  if (size > MAX_DIRECTORY_BYTES || offset + size > source.size) throw new BrokenWorkbook(DAMAGED);
  const directory = new SharedArrayBuffer(size);
  new Uint8Array(directory).set(await source.read(offset, size));
  return directory;
}

const READ_BYTES = 256 * 1024;

/** What may still be unpacked from one workbook, over all parts that are read. */
export interface UnpackBudget {
  bytesLeft: number;
}

/** Sheets shrink to a tenth or a twentieth, repetitive ones to a hundredth. Bombs shrink to a thousandth. */
const MAX_RATIO = 250;
/** Small parts may be anything. */
const MAX_UNCHECKED_BYTES = 4 * 1024 * 1024;

export async function* unpack(
  source: ByteSource,
  entry: ZipEntry,
  budget: UnpackBudget,
): AsyncGenerator<Buffer> {
  if (entry.isEncrypted) throw new BrokenWorkbook('the workbook is encrypted; save it without a password');
  const packed = readPacked(source, entry);
  let bytes = 0;
  for await (const chunk of entry.method === STORED ? packed : inflate(packed, entry)) {
    bytes += chunk.length;
    budget.bytesLeft -= chunk.length;
    if (budget.bytesLeft < 0 || (bytes > MAX_UNCHECKED_BYTES && bytes > MAX_RATIO * entry.packedBytes))
      throw new BrokenWorkbook(TOO_MUCH);
    yield chunk;
  }
}

async function* readPacked(source: ByteSource, { offset, packedBytes }: ZipEntry): AsyncGenerator<Buffer> {
  const header = await source.read(offset, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER)
    throw new BrokenWorkbook(DAMAGED);
  const start = offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const end = start + packedBytes;
  if (end > source.size) throw new BrokenWorkbook(DAMAGED);
  for (let at = start; at < end; at += READ_BYTES)
    yield await source.read(at, Math.min(READ_BYTES, end - at));
}

/** Node unpacks on threads of its own. */
async function* inflate(packed: AsyncIterable<Buffer>, { method }: ZipEntry): AsyncGenerator<Buffer> {
  if (method !== DEFLATED) throw new BrokenWorkbook(DAMAGED);
  const inflater = createInflateRaw({ chunkSize: READ_BYTES });
  const feeding = pipeline(Readable.from(packed), inflater);
  feeding.catch(() => {}); // thrown below, too
  try {
    for await (const chunk of inflater) yield chunk as Buffer;
    await feeding;
  } catch (error) {
    const isDamaged = String((error as NodeJS.ErrnoException).code).startsWith('Z_');
    throw isDamaged ? new BrokenWorkbook(DAMAGED) : error;
  } finally {
    inflater.destroy();
  }
}
