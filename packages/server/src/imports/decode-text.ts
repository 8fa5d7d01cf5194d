// Bytes to text in the two encodings that import files come in.

export type Encoding = 'utf8' | 'windows-1252';

// Excel's "CSV" in the West. Not Latin-1: 0x80 to 0x9f are € “ ” – and the like.
const windows1252 = new TextDecoder('windows-1252');

export const decodeText = (bytes: Buffer, encoding: Encoding): string =>
  encoding === 'utf8' ? bytes.toString('utf8') : windows1252.decode(bytes);
