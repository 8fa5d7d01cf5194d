// The parts of an exported account: what it is, the rows of one table after the other, and sums at the end. A row is the text
// that PostgreSQL wrote, so that no number or date changes on its way.

import { ByteReader } from './encrypted-stream.ts';
import type { TableSum } from './transferred-tables.ts';

export interface TransferHead {
  readonly format: number;
  readonly accountId: string;
  readonly testAccountId: string | null;
  readonly plan: string;
  readonly exportedAt: string;
}

export type Frame =
  | { readonly kind: 'head'; readonly head: TransferHead }
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly text: string }
  /** A row with a value that SECRET_KEY encrypts. */
  | {
      readonly kind: 'sealed row';
      readonly id: string;
      readonly text: string;
      readonly secret: string | null;
    }
  | { readonly kind: 'end'; readonly sums: Readonly<Record<string, TableSum>> };

const ROW = 1;
const OTHER = 2;
/** Larger than any row. */
const MAX_BYTES = 512 * 1024 * 1024;

export async function* toBytes(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) {
    const content = Buffer.from(frame.kind === 'row' ? frame.text : JSON.stringify(frame));
    const start = Buffer.alloc(5);
    start.writeUInt8(frame.kind === 'row' ? ROW : OTHER);
    start.writeUInt32BE(content.length, 1);
    yield Buffer.concat([start, content]);
  }
}

export async function* fromBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const bytes = new ByteReader(source);
  for (let start = await bytes.read(5); start !== null; start = await bytes.read(5)) {
    const length = start.readUInt32BE(1);
    const content = length > MAX_BYTES ? null : await bytes.read(length);
    if (content === null) throw new Error('the file is damaged');
    const text = content.toString();
    yield start.readUInt8() === ROW ? { kind: 'row', text } : (JSON.parse(text) as Frame);
  }
}
