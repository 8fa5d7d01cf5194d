/** Formats rows as CSV with a header, quoting every value. */
export const toCsv = (rows: readonly Readonly<Record<string, string>>[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quote = (text = ''): string => `"${text.replaceAll('"', '""')}"`;
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((values) => `${values.map(quote).join(',')}\n`)
    .join('');
};
