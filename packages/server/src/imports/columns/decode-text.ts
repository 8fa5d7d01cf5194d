// Decodes the two text encodings we accept in import files.

export type Encoding = 'utf8' | 'windows-1252';

// Excel uses this for plain "CSV" in Western locales. Unlike Latin-1, it has characters like € “ ” – at 0x80 to 0x9f.
const windows1252 = new TextDecoder('windows-1252');

export const decodeText = (bytes: Buffer, encoding: Encoding): string =>
  encoding === 'utf8' ? bytes.toString('utf8') : windows1252.decode(bytes);
