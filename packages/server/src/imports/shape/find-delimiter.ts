// Detects the delimiter of a CSV file from its header and first rows.

import { CsvScanner } from '@leadline/csv';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
const MAX_ROWS_CHECKED = 50;
const MAX_BLANK_ROWS_CHECKED = 1_000;

/** Favors many header columns and rows that have just as many values. Defaults to a comma. */
export function findDelimiter(head: Buffer, from: number, newline: '\n' | '\r', isWhole: boolean): string {
  let best = ',';
  let bestFit = 0;
  for (const delimiter of DELIMITERS) {
    const fit = measureFit(head, from, new CsvScanner(delimiter, newline), isWhole);
    if (fit > bestFit) {
      best = delimiter;
      bestFit = fit;
    }
  }
  return best;
}

function measureFit(head: Buffer, from: number, scanner: CsvScanner, isWhole: boolean): number {
  if (scanner.scan(head, from, isWhole) !== 'row') return 0;
  const columns = scanner.count;
  let rows = 0;
  let fitting = 0;
  let blank = 0;
  let at = scanner.end;
  while (rows < MAX_ROWS_CHECKED && at < head.length) {
    const scan = scanner.scan(head, at, isWhole);
    if (scan === 'unfinished' || scan === 'too long') break;
    at = scanner.end;
    if (scanner.count === 1 && scanner.ends[0] === scanner.starts[0]) {
      if (++blank > MAX_BLANK_ROWS_CHECKED) break;
      continue;
    }
    rows++;
    if (scan === 'row' && scanner.count === columns) fitting++;
  }
  // With the + 1, the header alone still decides if no row fits.
  return ((columns - 1) * (fitting + 1)) / (rows + 1);
}
