// Writes measured figures as tables, into a document between two comments that mark their place.

export function toTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] as string).length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`;
  return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Replaces what is between `<!-- measured: name -->` and `<!-- end -->`. */
export function putTable(text: string, name: string, table: string): string {
  const start = `<!-- measured: ${name} -->\n`;
  const from = text.indexOf(start);
  const to = text.indexOf('<!-- end -->', from);
  if (from < 0 || to < 0) throw new Error(`no place for the figures of ${name}`);
  return `${text.slice(0, from + start.length)}\n${table}\n\n${text.slice(to)}`;
}
