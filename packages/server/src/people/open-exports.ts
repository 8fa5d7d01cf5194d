// Limits how many exports an account can have in progress, because each uses memory until the client has read it or
// disconnected.

interface ExportLimits {
  readonly perAccount: number;
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
    if (others >= this.#limits.perAccount) return null;
    this.#open.set(account, others + 1);
    return () => {
      const left = (this.#open.get(account) ?? 0) - 1;
      if (left > 0) this.#open.set(account, left);
      else this.#open.delete(account);
    };
  }
}
