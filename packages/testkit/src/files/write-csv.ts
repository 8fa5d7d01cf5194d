// Writes a CSV file of leads to import. Cycles through the sample leads, giving each row a unique person and message.

import { closeSync, openSync, writeSync } from 'node:fs';
import { sampleLeads } from '../leads/sample-leads.ts';

const COLUMNS = ['Name', 'Email', 'Phone', 'Budget', 'Message', 'Source', 'Create Date', 'Outcome'];
const ROWS_PER_WRITE = 10_000;
/** Leads are spread over a year, as in a CRM export. */
const FIRST_DAY = Date.UTC(2025, 9, 1);
const SECONDS = 365 * 24 * 3600;

/** Returns the file size in bytes. */
export function writeCsv(file: string, rows: number): number {
  const descriptor = openSync(file, 'w');
  let bytes = writeSync(descriptor, `${COLUMNS.join(',')}\r\n`);
  for (let from = 0; from < rows; from += ROWS_PER_WRITE) {
    let text = '';
    for (let number = from; number < Math.min(rows, from + ROWS_PER_WRITE); number++)
      text += row(number, rows);
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
