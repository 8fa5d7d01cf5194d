// Decodes the two encodings that import files come in.

export type Encoding = 'utf8' | 'windows-1252';

// What Excel's plain "CSV" uses in Western locales. Not Latin-1: 0x80 to 0x9f are characters such as € “ ” –.
const windows1252 = new TextDecoder('windows-1252');

export const decodeText = (bytes: Buffer, encoding: Encoding): string =>
  encoding === 'utf8' ? bytes.toString('utf8') : windows1252.decode(bytes);
