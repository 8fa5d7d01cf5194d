// Recognizes files in unsupported formats by their first bytes, and explains how to convert them.

const SAVE_AS_CSV = 'save the sheet as "CSV UTF-8" and upload that';

const SIGNATURES: readonly (readonly [bytes: string, error: string])[] = [
  ['504b0506', 'this is an empty zip archive'],
  ['255044462d', 'this is a PDF, not a table'],
  ['89504e47', 'this is an image, not a table'],
  ['ffd8ff', 'this is an image, not a table'],
  ['47494638', 'this is an image, not a table'],
  ['1f8b', 'this file is compressed (gzip); unpack it first'],
  ['fffe', `this file is UTF-16 ("Unicode text"); ${SAVE_AS_CSV}`],
  ['feff', `this file is UTF-16 ("Unicode text"); ${SAVE_AS_CSV}`],
];

const WORKBOOK = '504b0304';
const OLD_OFFICE = 'd0cf11e0a1b11ae1';
/** In a workbook with a password, the name of the part that is encrypted. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Workbooks are zip archives. */
export const isWorkbook = (head: Buffer): boolean => head.toString('hex', 0, 4) === WORKBOOK;

/** Returns why a file that starts with these bytes can't be imported, or null if it can. */
export function findForeignFile(head: Buffer): string | null {
  const start = head.toString('hex', 0, 8);
  if (isWorkbook(head)) return null;
  if (start.startsWith(OLD_OFFICE)) {
    return head.includes(ENCRYPTED)
      ? 'this workbook is protected with a password; save it without one and upload that'
      : 'this is an old Excel file (.xls); save it as "Excel workbook (.xlsx)" and upload that';
  }
  for (const [bytes, error] of SIGNATURES) if (start.startsWith(bytes)) return error;
  if (/^(?:\ufeff)?\s*<(?:!doctype|html|\?xml|table)/i.test(head.toString('utf8', 0, 200))) {
    return `this is a web page or XML, not a table; ${SAVE_AS_CSV}`;
  }
  if (!head.includes(0)) return null;
  return isUtf16(head)
    ? `this file is UTF-16 ("Unicode text"); ${SAVE_AS_CSV}`
    : 'this is a binary file, not text';
}

/** In UTF-16, nearly every other byte of Western text is NUL. */
function isUtf16(head: Buffer): boolean {
  const sample = head.subarray(0, 2_000);
  const nuls = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] as number) + 1;
  const [even, odd] = nuls as [number, number];
  return Math.max(even, odd) > sample.length / 4 && Math.min(even, odd) < sample.length / 20;
}
