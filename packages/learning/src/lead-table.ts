// Decided leads: what they answered, and whether they were won.

import { DEFAULT_SETTINGS, type Lead, type Settings } from '@leadline/engine';
import { LeadColumns } from './lead-columns.ts';

export interface DecidedLead {
  readonly lead: Lead;
  readonly outcome: 'won' | 'lost';
  readonly receivedAt: Date;
  /** Decides the order in time; without it, `receivedAt` does. */
  readonly decidedAt?: Date;
}

export class LeadTable extends LeadColumns {
  readonly outcomes: number[] = [];
  /** Milliseconds since 1970. */
  readonly times: number[] = [];
  /** Of the phone number; null if it doesn't show one. Only for the report: nothing is learned from it. */
  readonly countries: (string | null)[] = [];
  openLeads = 0;

  constructor(settings: Settings = DEFAULT_SETTINGS) {
    super(settings);
  }

  /** Returns false if the lead isn't a sale, so that nothing can be learned from it. */
  add({ lead, outcome, receivedAt, decidedAt }: DecidedLead): boolean {
    const facts = this.addRow(lead, receivedAt);
    if (facts === null) return false;
    this.outcomes.push(outcome === 'won' ? 1 : 0);
    this.times.push((decidedAt ?? receivedAt).getTime());
    this.countries.push(facts.phone?.country ?? null);
    return true;
  }

  addOpen(lead: Lead): void {
    this.openLeads++;
    this.countOpen(lead);
  }
}
