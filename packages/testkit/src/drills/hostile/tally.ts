/** Counts the responses that the attacker got. */
export class Tally {
  readonly #statuses = new Map<number, number>();
  #withoutCode = 0;
  #connections = 0;

  /** Status 0 means that there was no response. */
  count(status: number, hasCode: boolean): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status >= 400 && !hasCode) this.#withoutCode++;
  }

  get errorsWithoutCode(): number {
    return this.#withoutCode;
  }

  /** A connection that is held instead of used for requests one after the other. */
  countConnection(): void {
    this.#connections++;
  }

  /** Nothing if the attack never reached the service. */
  get total(): number {
    return this.#connections + this.countOf((status) => status !== 0);
  }

  countOf(isWanted: (status: number) => boolean): number {
    let total = 0;
    for (const [status, count] of this.#statuses) if (isWanted(status)) total += count;
    return total;
  }

  /** Such as "200 × 3, 429 × 120". */
  describe(): string {
    const text = [...this.#statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => `${status === 0 ? 'no response' : status} × ${count}`)
      .join(', ');
    return text || 'no responses';
  }
}
