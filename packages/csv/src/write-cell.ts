// Writes values as cells of a CSV file that people open in a spreadsheet, and reads them back.

const FORMULA_START = /(^|[,;\t\r\n])("*)(?=[=+@-])/g;
const CONTROL_START = /(^|[,;])("*)(?=[\t\r])/g;
const GUARDED_START = /(^|[,;\t\r\n])("*)'(?=[=+@\t\r-])/g;

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
