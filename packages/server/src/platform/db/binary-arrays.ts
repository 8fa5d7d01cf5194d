// Encodes arrays in PostgreSQL's binary format. node-postgres sends Buffers unchanged, which avoids escaping and
// parsing.

/** 20 bytes: dimensions, has-nulls flag, element type, length, lower bound. */
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;

const INT2 = 21;
const INT8 = 20;
const INT4 = 23;
const TEXT = 25;
const DATE = 1082;
const UUID = 2950;

export const uuids = (values: readonly string[]): Buffer =>
  fixed(UUID, 16, values, (buffer, at, hex) => buffer.write(hex, at, 'hex'));

export const smallints = (values: readonly number[]): Buffer =>
  fixed(INT2, 2, values, (buffer, at, value) => buffer.writeInt16BE(value, at));

/** Days since 2000-01-01. */
export const dates = (values: readonly Date[]): Buffer =>
  fixed(DATE, 4, values, (buffer, at, value) =>
    buffer.writeInt32BE(Math.floor((value.getTime() - Date.UTC(2000, 0, 1)) / 86_400_000), at),
  );

export const integers = (values: readonly (number | null)[]): Buffer =>
  nullable(INT4, 4, values, (buffer, at, value) => buffer.writeInt32BE(value, at));

export const bigints = (values: readonly (number | null)[]): Buffer =>
  nullable(INT8, 8, values, (buffer, at, value) => buffer.writeBigInt64BE(BigInt(value), at));

export function texts(values: readonly string[]): Buffer {
  const lengths = values.map((value) => Buffer.byteLength(value));
  const buffer = startArray(
    TEXT,
    values.length,
    lengths.reduce((sum, length) => sum + length + 4, 0),
  );
  let at = HEADER_BYTES;
  for (const [index, value] of values.entries()) {
    at = buffer.writeInt32BE(lengths[index] as number, at);
    at += buffer.write(value, at);
  }
  return buffer;
}

function fixed<T>(
  type: number,
  size: number,
  values: readonly T[],
  write: (buffer: Buffer, at: number, value: T) => number,
): Buffer {
  const buffer = startArray(type, values.length, values.length * (size + 4));
  let at = HEADER_BYTES;
  for (const value of values) {
    at = buffer.writeInt32BE(size, at);
    write(buffer, at, value);
    at += size;
  }
  return buffer;
}

function nullable(
  type: number,
  size: number,
  values: readonly (number | null)[],
  write: (buffer: Buffer, at: number, value: number) => number,
): Buffer {
  const present = values.reduce<number>((count, value) => (value === null ? count : count + 1), 0);
  const buffer = startArray(type, values.length, values.length * 4 + present * size);
  let at = HEADER_BYTES;
  for (const value of values) {
    at = buffer.writeInt32BE(value === null ? NULL_LENGTH : size, at);
    if (value !== null) at = write(buffer, at, value);
  }
  return buffer;
}

function startArray(type: number, length: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  let at = buffer.writeInt32BE(1, 0);
  at = buffer.writeInt32BE(1, at); // may contain nulls
  at = buffer.writeInt32BE(type, at);
  at = buffer.writeInt32BE(length, at);
  buffer.writeInt32BE(1, at);
  return buffer;
}
