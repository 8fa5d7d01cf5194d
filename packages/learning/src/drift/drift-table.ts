// Leads as they were received, whatever their outcome, with what was known about it and the chance that was shown.

import { DEFAULT_SETTINGS, type Lead, type Settings } from '@leadline/engine';
import { LeadColumns } from '../lead-columns.ts';

export interface ReceivedLead {
  readonly lead: Lead;
  readonly receivedAt: Date;
  readonly outcome: 'open' | 'won' | 'lost';
  readonly decidedAt: Date | null;
  /** The chance of closing that a model gave it when it was scored; null without a model. */
  readonly chance: number | null;
}

export class DriftTable extends LeadColumns {
  /** 1 for won, 0 for lost, NaN for open. */
  readonly outcomes: number[] = [];
  /** Milliseconds since 1970. */
  readonly receivedTimes: number[] = [];
  /** Milliseconds from receiving to deciding; NaN for open leads. */
  readonly delays: number[] = [];
  /** NaN without a model. */
  readonly chances: number[] = [];
  openLeads = 0;

  constructor(settings: Settings = DEFAULT_SETTINGS) {
    super(settings);
  }

  /** Returns false if the lead isn't a sale. */
  add({ lead, receivedAt, outcome, decidedAt, chance }: ReceivedLead): boolean {
    if (this.addRow(lead, receivedAt) === null) return false;
    this.receivedTimes.push(receivedAt.getTime());
    const isOpen = outcome === 'open' || decidedAt === null;
    this.outcomes.push(isOpen ? Number.NaN : outcome === 'won' ? 1 : 0);
    this.delays.push(isOpen ? Number.NaN : Math.max(0, decidedAt.getTime() - receivedAt.getTime()));
    this.chances.push(chance ?? Number.NaN);
    if (isOpen) {
      this.openLeads++;
      this.countOpen(lead);
    }
    return true;
  }
}
