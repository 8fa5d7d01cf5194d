// The numbers behind a plot: shown as a table, and handed over as CSV.

export interface Column {
  readonly label: string;
  /** For the table; a file gets the bare number. */
  readonly format?: (value: number) => string;
}

export type Cell = string | number | null;

export interface Figures {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export function toCsv({ columns, rows }: Figures): string {
  const lines = [columns.map(({ label }) => label), ...rows].map((cells) => cells.map(writeCell).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** A spreadsheet runs what begins like a formula, and a source is a text that anybody may send: `=HYPERLINK(…)`. */
function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = /^\s*[=+\-@＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
