// Reads the first rejected rows.

import { MAX_SHOWN_REFUSALS } from '@leadline/contract/limits';
import { CsvReader, readCell } from '@leadline/csv';
import { openFile } from '../../api/call.ts';

export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
  /** The row's values, joined into one string. */
  readonly text: string;
}

export const MAX_SHOWN = MAX_SHOWN_REFUSALS;

const LINE = 'leadline_line';
const REASON = 'leadline_reason';

export async function readRejected(
  url: string,
  format: 'csv' | 'ndjson',
  signal: AbortSignal,
): Promise<readonly RejectedRow[]> {
  const reader = (await openFile(url, signal)).getReader();
  const reading = format === 'csv' ? new CsvRejections() : new JsonRejections();
  for (;;) {
    const { done, value } = await reader.read();
    reading.push(value ?? new Uint8Array(), done);
    if (done) break;
    if (reading.rows.length >= MAX_SHOWN) {
      await reader.cancel();
      break;
    }
  }
  // The last row may only say that others are missing. The page says so itself.
  return reading.rows.filter(({ line }) => line > 0).slice(0, MAX_SHOWN);
}

class CsvRejections {
  readonly rows: RejectedRow[] = [];
  readonly #csv = new CsvReader();
  #header: readonly string[] | null = null;

  push(chunk: Uint8Array, isLast: boolean): void {
    for (const values of this.#csv.read(chunk, isLast)) {
      if (this.#header === null) this.#header = values;
      else this.rows.push(this.#read(values.map(readCell), this.#header.length));
    }
  }

  /** The header ends with line and reason. If a row has too many values, the extra ones come after those two. */
  #read(values: readonly string[], columns: number): RejectedRow {
    const own = [...values.slice(0, columns - 2), ...values.slice(columns)];
    return {
      line: Number(values[columns - 2] ?? 0),
      reason: values[columns - 1] ?? '',
      text: joinValues(own),
    };
  }
}

class JsonRejections {
  readonly rows: RejectedRow[] = [];
  readonly #decoder = new TextDecoder();
  #rest = '';

  push(chunk: Uint8Array, isLast: boolean): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: !isLast })).split('\n');
    this.#rest = isLast ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line !== '') this.rows.push(this.#read(line));
  }

  #read(text: string): RejectedRow {
    const { [LINE]: line, [REASON]: reason, ...fields } = JSON.parse(text) as Record<string, unknown>;
    const values = Object.values(fields).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    );
    return { line: Number(line ?? 0), reason: String(reason), text: joinValues(values) };
  }
}

const joinValues = (values: readonly string[]): string => values.filter((value) => value !== '').join(' · ');
