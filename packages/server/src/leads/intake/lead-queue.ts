// The leads that wait to be written, by account. Accounts take turns, so an account that sends thousands of leads gets
// no larger part of a batch than the others.

export interface QueuedLead {
  readonly lead: { readonly accountId: string };
  /** Roughly what it takes in a statement. */
  readonly bytes: number;
}

export interface BatchLimits {
  readonly maxLeads: number;
  /** A batch ends with the lead that exceeds this. */
  readonly maxBytes: number;
}

export class LeadQueue<Queued extends QueuedLead> {
  /** In the order in which accounts take turns. */
  readonly #byAccount = new Map<string, Queued[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get accounts(): number {
    return this.#byAccount.size;
  }

  sizeOf(account: string): number {
    return this.#byAccount.get(account)?.length ?? 0;
  }

  add(queued: Queued): void {
    const { accountId } = queued.lead;
    const leads = this.#byAccount.get(accountId);
    if (leads === undefined) this.#byAccount.set(accountId, [queued]);
    else leads.push(queued);
    this.#size++;
  }

  /** For leads that were taken but not written. */
  putBack(queued: readonly Queued[]): void {
    for (const lead of queued.toReversed()) {
      const { accountId } = lead.lead;
      this.#byAccount.set(accountId, [lead, ...(this.#byAccount.get(accountId) ?? [])]);
      this.#size++;
    }
  }

  /** Takes one lead of each eligible account, then the next of each, and so on. */
  take({ maxLeads, maxBytes }: BatchLimits, isEligible: (account: string) => boolean): Queued[] {
    const taken: Queued[] = [];
    let bytes = 0;
    const turns = [...this.#byAccount].filter(([account]) => isEligible(account));
    for (let round = 0; turns.some(([, leads]) => leads.length > round); round++) {
      for (const [, leads] of turns) {
        const queued = leads[round];
        if (queued === undefined) continue;
        if (taken.length >= maxLeads || bytes >= maxBytes) return this.#remove(taken);
        taken.push(queued);
        bytes += queued.bytes;
      }
    }
    return this.#remove(taken);
  }

  #remove(taken: Queued[]): Queued[] {
    const counts = new Map<string, number>();
    for (const { lead } of taken) {
      const count = counts.get(lead.accountId) ?? 0;
      counts.delete(lead.accountId); // the account whose turn it was last comes last
      counts.set(lead.accountId, count + 1);
    }
    for (const [account, count] of counts) {
      const left = (this.#byAccount.get(account) ?? []).slice(count);
      this.#byAccount.delete(account);
      if (left.length > 0) this.#byAccount.set(account, left);
    }
    this.#size -= taken.length;
    return taken;
  }
}
