// A piece of a large XML part, as it is sent to a compute thread. It ends anywhere; what isn't complete is sent again with
// the next piece.

export interface XmlPiece {
  readonly bytes: Uint8Array;
}

const GREATER = 0x3e;

/** Decodes up to the last tag, so never half a character. */
export function decodePiece({ bytes }: XmlPiece): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString('utf8', 0, buffer.lastIndexOf(GREATER) + 1);
}

/** How many bytes the first characters take up. */
export const measureText = (xml: string, end: number): number => Buffer.byteLength(xml.slice(0, end));
