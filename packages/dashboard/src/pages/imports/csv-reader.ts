// Reads CSV as our server writes it (commas, doubled quotes, CRLF), in pieces that may end anywhere.

export class CsvReader {
  #value = '';
  #values: string[] = [];
  #isQuoted = false;
  /** A quote in quotes: the next character tells whether it was one of two. */
  #isAfterQuote = false;

  /** The rows that ended within `text`. */
  take(text: string, isEnd: boolean): string[][] {
    const rows: string[][] = [];
    for (const character of text) {
      if (this.#isAfterQuote) {
        this.#isAfterQuote = false;
        if (character === '"') {
          this.#value += '"';
          continue;
        }
        this.#isQuoted = false;
      }
      if (this.#isQuoted) {
        if (character === '"') this.#isAfterQuote = true;
        else this.#value += character;
      } else if (character === '"') this.#isQuoted = true;
      else if (character === ',') this.#endValue();
      else if (character === '\n') rows.push(this.#endRow());
      else if (character !== '\r') this.#value += character;
    }
    if (isEnd && (this.#value !== '' || this.#values.length > 0)) rows.push(this.#endRow());
    return rows;
  }

  #endValue(): void {
    this.#values.push(this.#value);
    this.#value = '';
  }

  #endRow(): string[] {
    this.#endValue();
    const row = this.#values;
    this.#values = [];
    this.#isAfterQuote = false;
    this.#isQuoted = false;
    return row;
  }
}
