// A file of leads to import: the golden ones over and over, each a different person with a message of their own.

import { closeSync, openSync, writeSync } from 'node:fs';
import { sampleLeads } from '../leads/sample-leads.ts';

const COLUMNS = ['Name', 'Email', 'Phone', 'Budget', 'Message', 'Source', 'Create Date', 'Outcome'];
const ROWS_AT_ONCE = 10_000;
/** Spread over a year, as an export of a CRM is. */
const FIRST_DAY = Date.UTC(2025, 9, 1);
const SECONDS = 365 * 24 * 3600;

/** Gives back its size in bytes. */
export function writeCsv(file: string, rows: number): number {
  const descriptor = openSync(file, 'w');
  let bytes = writeSync(descriptor, `${COLUMNS.join(',')}\r\n`);
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    let text = '';
    for (let number = from; number < Math.min(rows, from + ROWS_AT_ONCE); number++) text += row(number, rows);
    bytes += writeSync(descriptor, text);
  }
  closeSync(descriptor);
  return bytes;
}

function row(number: number, rows: number): string {
  const { lead } = sampleLeads[number % sampleLeads.length] as (typeof sampleLeads)[number];
  const digits = String(number).padStart(7, '0');
  const values = [
    `${lead.name} ${digits}`,
    lead.email === '' ? '' : `u${digits}.${lead.email}`,
    lead.phone.replace(/(?:\d\D*){7}$/, digits),
    lead.budget,
    lead.message === '' ? '' : `${lead.message} (${digits})`,
    lead.source,
    new Date(FIRST_DAY + Math.floor((number / rows) * SECONDS) * 1000).toISOString(),
    number % 10 === 0 ? 'won' : number % 3 === 0 ? 'lost' : '',
  ];
  return `${values.map(quote).join(',')}\r\n`;
}

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
