// Leads that wait for a thread. Accounts take turns, so an account that sends many leads doesn't leave the others
// without an assessment.

export interface WaitingLead {
  readonly id: number;
  readonly account: string;
}

export class FairWaiting<Lead extends WaitingLead> {
  /** By account, in the order in which accounts take turns. Each account's leads are keyed by ID, newest last. */
  readonly #byAccount = new Map<string, Map<number, Lead>>();

  get isEmpty(): boolean {
    return this.#byAccount.size === 0;
  }

  add(lead: Lead): void {
    const leads = this.#byAccount.get(lead.account);
    if (leads === undefined) this.#byAccount.set(lead.account, new Map([[lead.id, lead]]));
    else leads.set(lead.id, lead);
  }

  delete({ id, account }: WaitingLead): void {
    const leads = this.#byAccount.get(account);
    leads?.delete(id);
    if (leads?.size === 0) this.#byAccount.delete(account);
  }

  /** An account's newest lead comes first, because under overload its oldest ones are about to time out anyway. */
  take(count: number): Lead[] {
    const taken: Lead[] = [];
    while (taken.length < count) {
      const next = this.#byAccount.entries().next();
      if (next.done) break;
      const [account, leads] = next.value;
      const newest = [...leads.values()].at(-1) as Lead;
      taken.push(newest);
      leads.delete(newest.id);
      this.#byAccount.delete(account);
      if (leads.size > 0) this.#byAccount.set(account, leads);
    }
    return taken;
  }

  /** Removes and returns all of them. */
  clear(): Lead[] {
    const all = [...this.#byAccount.values()].flatMap((leads) => [...leads.values()]);
    this.#byAccount.clear();
    return all;
  }
}
