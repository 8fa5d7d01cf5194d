// The numbers behind a chart, as a table and as CSV.

export interface Column {
  readonly label: string;
  /** For the table only; the CSV has plain numbers. */
  readonly format?: (value: number) => string;
}

export type Cell = string | number | null;

export interface Figures {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export function toCsv({ columns, rows }: Figures): string {
  const lines = [columns.map(({ label }) => label), ...rows].map((cells) => cells.map(escapeCell).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** Escapes formulas so that spreadsheets don't run them: anyone can send a source such as `=HYPERLINK(…)`. */
function escapeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = /^\s*[=+\-@＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
