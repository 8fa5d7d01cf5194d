// The columns of the board: leads in progress by status, in each the order of the list.

import type { ListedLead, Status } from '@leadline/contract';

const BOARD_STATUSES = ['contacted', 'qualified'] as const satisfies readonly Status[];

export interface Column {
  readonly status: Status;
  readonly leads: readonly ListedLead[];
}

export const columnsOf = (leads: readonly ListedLead[]): readonly Column[] =>
  BOARD_STATUSES.map((status) => ({ status, leads: leads.filter((lead) => lead.status === status) }));

/** One column after the other. */
export const inColumns = (leads: readonly ListedLead[]): readonly ListedLead[] =>
  columnsOf(leads).flatMap((column) => column.leads);

/** The index of the lead beside this one, as far down as the other column goes; the same index if there is none. */
export function indexBeside(leads: readonly ListedLead[], index: number, by: 1 | -1): number {
  const columns = columnsOf(leads).filter((column) => column.leads.length > 0);
  const at = columns.findIndex((column) => column.leads.some((lead) => lead === leads[index]));
  const [from, to] = [columns[at], columns[at + by]];
  const own = leads[index];
  if (from === undefined || to === undefined || own === undefined) return index;
  const beside = to.leads[Math.min(from.leads.indexOf(own), to.leads.length - 1)];
  return beside === undefined ? index : leads.indexOf(beside);
}
