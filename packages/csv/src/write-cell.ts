// Writes values as cells of a CSV file that people open in a spreadsheet, and reads them back.

// Signs that begin a formula, with their full-width and small forms, which Excel reads as the same: ＝ ﹦ ＋ ﹢ － ﹣ − ＠ ﹫.
const SIGN = '=+@\\-\uff1d\ufe66\uff0b\ufe62\uff0d\ufe63\u2212\uff20\ufe6b';
// Characters that nobody sees, and that a program may drop before it looks at the first sign.
const BLANK = ' \u00a0\u00ad\u2000-\u200f\u202a-\u202f\u205f-\u206f\u3000\ufeff';
// Anything that some program splits lines or cells at.
const BREAK = ',;|\t\r\n\v\f\u0085\u2028\u2029';

const FORMULA_START = new RegExp(`(^|[${BREAK}])("*)(?=[${BLANK}]*[${SIGN}])`, 'g');
const CONTROL_START = /(^|[,;])("*)(?=[\t\r])/g;
const GUARDED_START = new RegExp(`(^|[${BREAK}])("*)'(?=[\\t\\r]|[${BLANK}]*[${SIGN}])`, 'g');

/** Quotes the text if necessary and puts an apostrophe before anything that a spreadsheet would run as a formula, even a
 * number: Excel splits lines at the separator of its locale, not at ours, and then ignores quotes that don't begin a cell.
 * So every separator in the text counts as the start of a cell, and a number can continue with the next value. */
export function writeCell(text: string): string {
  const safe = text.replace(FORMULA_START, "$&'").replace(CONTROL_START, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const PHONE = /^\+\d[\d ()-]*$/;

/** A phone number as people dial it, without the apostrophe that dialers stumble over. Nothing but digits, spaces,
 * brackets and hyphens follows the plus, so at worst a spreadsheet shows a sum instead; it can't call a function or refer to
 * another cell. Not for the first cell of a line, where Excel might read the next value as a part of it. */
export const writePhone = (text: string): string => (PHONE.test(text) ? text : writeCell(text));

/** Takes the apostrophes out again. */
export const readCell = (value: string): string =>
  value.includes("'") ? value.replace(GUARDED_START, '$1$2') : value;
