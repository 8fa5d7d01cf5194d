/** The message says what is wrong with the file, and what to do about it. */
export class BrokenWorkbook extends Error {}

export const DAMAGED = 'the workbook is damaged; open it in Excel, save it again and upload that';
export const INCOMPLETE = 'the workbook is incomplete; open it in Excel, save it again and upload that';
export const TOO_MUCH =
  'the workbook unpacks to far more than a table of leads; save the sheet as "CSV UTF-8" and upload that';
