// Writes each lead in the cell of its account. Leads of an account that has just moved go on in its new cell.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type LeadWriter,
  type LeadWriting,
  requestOf,
  type UnscoredLead,
  type Waiting,
} from '../../leads/intake/lead-writer.ts';
import type { LeadToWrite, Verdict } from '../../leads/intake/write-leads.ts';
import { overloaded } from '../../platform/base/domain-error.ts';

interface WriterOfCell {
  readonly writer: LeadWriter;
}

export interface CellsWithWriters {
  readonly all: readonly WriterOfCell[];
  of(accountId: string): WriterOfCell | Promise<WriterOfCell>;
  relocate(accountId: string, until: number): Promise<WriterOfCell>;
}

/** As long as a lead waits for an unreachable database. */
const MAX_WAIT_MS = 5_000;

export class LeadWriterRouter implements LeadWriting {
  readonly #cells: CellsWithWriters;
  /** On their way to another cell, by request. */
  readonly #moving = new Map<string, Waiting>();

  constructor(cells: CellsWithWriters) {
    this.#cells = cells;
  }

  inFlight(lead: LeadToWrite | UnscoredLead): Waiting | null {
    const moving = this.#moving.get(requestOf(lead));
    if (moving !== undefined) return moving;
    const cell = this.#cells.of(lead.accountId);
    return cell instanceof Promise ? null : cell.writer.inFlight(lead);
  }

  write(lead: LeadToWrite | UnscoredLead): Promise<Verdict> {
    const cell = this.#cells.of(lead.accountId);
    if (!(cell instanceof Promise)) return cell.writer.write(lead);
    return cell.then(({ writer }) => {
      if (writer.inFlight(lead) !== null) throw overloaded();
      return writer.write(lead);
    });
  }

  /** Lets the account's new cell adopt leads that `from` couldn't write. All of them are of one account. */
  async handOver(from: LeadWriter, leads: readonly Waiting[]): Promise<void> {
    const [oldest] = leads;
    if (oldest === undefined) return;
    for (const waiting of leads) this.#moving.set(requestOf(waiting.lead), waiting);
    const until = oldest.since + MAX_WAIT_MS;
    const found = await this.#cells.relocate(oldest.lead.accountId, until).catch((error: Error) => error);
    for (const waiting of leads) {
      this.#moving.delete(requestOf(waiting.lead));
      from.release(waiting);
      if (found instanceof Error) waiting.reject(found);
      else found.writer.adopt(waiting);
    }
  }

  /** Resolves when every accepted lead has been written or rejected. */
  async drain(): Promise<void> {
    do {
      await Promise.all(this.#cells.all.map(({ writer }) => writer.drain()));
      if (this.#moving.size > 0) await sleep(20);
    } while (this.#moving.size > 0);
  }
}
