// Finds parts in the directory of a zip archive. Runs on a compute thread, because a directory can have ninety thousand entries.

export interface ZipEntry {
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

export interface EntriesToFind {
  readonly directory: SharedArrayBuffer;
  /** In lower case. */
  readonly paths: readonly string[];
}

const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
/** The real value is in the extra field for archives over 4 GiB, which some programs always write. */
const SEE_EXTRA_FIELD = 0xffffffff;
const ZIP64_FIELD = 1;

/** Null for those that the archive doesn't have. */
export function findEntries({ directory: shared, paths }: EntriesToFind): readonly (ZipEntry | null)[] {
  const directory = Buffer.from(shared);
  const found = new Map<string, ZipEntry | null>(paths.map((path) => [path, null]));
  for (let at = 0; at + ENTRY_BYTES <= directory.length; ) {
    if (directory.readUInt32LE(at) !== ENTRY) break;
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    // Excel ignores case and accepts backslashes, which some programs write.
    const name = directory
      .toString('utf8', at + ENTRY_BYTES, nameEnd)
      .replaceAll('\\', '/')
      .toLowerCase();
    if (found.has(name)) found.set(name, readEntry(directory, at, nameEnd, extraEnd));
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  return paths.map((path) => found.get(path) ?? null);
}

function readEntry(directory: Buffer, at: number, extraFrom: number, extraEnd: number): ZipEntry {
  const large = readLargeValues(directory.subarray(extraFrom, extraEnd));
  const read = (offset: number): number => {
    const value = directory.readUInt32LE(at + offset);
    return value === SEE_EXTRA_FIELD ? (large.shift() ?? value) : value;
  };
  // In the order in which the extra field has them.
  const bytes = read(24);
  const packedBytes = read(20);
  const offset = read(42);
  return {
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    method: directory.readUInt16LE(at + 10),
    bytes,
    packedBytes,
    offset,
  };
}

const LARGE_VALUES = 3;

function readLargeValues(extra: Buffer): number[] {
  const values: number[] = [];
  for (let at = 0; at + 4 <= extra.length && values.length < LARGE_VALUES; ) {
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    if (extra.readUInt16LE(at) === ZIP64_FIELD) {
      for (let value = at + 4; value + 8 <= end; value += 8)
        values.push(Number(extra.readBigUInt64LE(value)));
    }
    at = end;
  }
  return values;
}
