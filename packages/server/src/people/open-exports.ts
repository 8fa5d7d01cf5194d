// Limits how many exports an account can have in progress, because each uses memory until the client has read it or
// disconnected.

interface ExportLimits {
  readonly perAccount: number;
  /** Of all accounts together, in this process. */
  readonly total?: number;
}

export class OpenExports {
  readonly #limits: ExportLimits;
  readonly #open = new Map<string, number>();

  constructor(limits: ExportLimits = { perAccount: 3 }) {
    this.#limits = limits;
  }

  /** Returns a function to call when the export ends, or null if too many are in progress. */
  enter(account: string): (() => void) | null {
    const others = this.#open.get(account) ?? 0;
    const { perAccount, total = Number.POSITIVE_INFINITY } = this.#limits;
    const all = [...this.#open.values()].reduce((sum, open) => sum + open, 0);
    if (others >= perAccount || all >= total) return null;
    this.#open.set(account, others + 1);
    return () => {
      const left = (this.#open.get(account) ?? 0) - 1;
      if (left > 0) this.#open.set(account, left);
      else this.#open.delete(account);
    };
  }
}
