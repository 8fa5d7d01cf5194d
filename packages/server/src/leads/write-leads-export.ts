// Streams leads as a CSV file that people open in a spreadsheet.

import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ListedLead } from '@leadline/contract';
import { writeCell } from '@leadline/csv';
import { listTeam } from '../accounts/team.ts';
import type { AccountAccess } from '../db/account-scope.ts';
import { findPlaces } from './find-places.ts';
import type { LeadFilter } from './lead-filter.ts';
import type { Place, Sort } from './list-cursor.ts';
import { readListed } from './read-listed.ts';

/** A listed lead takes up 6 KB at most. */
const LEADS_PER_READ = 200;

type Cells = Readonly<Record<string, (lead: ListedLead, names: ReadonlyMap<string, string>) => string>>;

const COLUMNS: Cells = {
  lead_id: ({ lead_id }) => lead_id,
  received_at: ({ received_at }) => received_at,
  name: ({ name }) => name,
  company: ({ company }) => company,
  title: ({ title }) => title,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  country: ({ country }) => country,
  budget: ({ budget }) => budget,
  source: ({ source }) => source,
  score: ({ score }) => String(score),
  grade: ({ grade }) => grade,
  why: ({ why }) => why,
  next_step: ({ priority_action }) => priority_action,
  status: ({ status }) => status,
  assignee: ({ assignee }, names) => (assignee === null ? '' : (names.get(assignee) ?? assignee)),
  contacted_at: ({ contacted_at }) => contacted_at ?? '',
  snoozed_until: ({ snoozed_until }) => snoozed_until ?? '',
  amount: ({ decided }) => decided?.amount?.toString() ?? '',
};

/** Reads from the database only as fast as the client reads the response. */
export const writeLeadsExport = (account: AccountAccess, filter: LeadFilter, sort: Sort): Readable =>
  Readable.from(writeRows(account, filter, sort), { objectMode: false });

async function* writeRows(account: AccountAccess, filter: LeadFilter, sort: Sort): AsyncGenerator<string> {
  const team = await account.enter(listTeam);
  const names = new Map(team.map(({ user_id, name, email }) => [user_id, name || email]));
  yield toLine(Object.keys(COLUMNS));
  let after: Place | null = null;
  do {
    const page: { leads: ListedLead[]; next: Place | null } = await account.enter(async (scope) => {
      const { places, next } = await findPlaces(scope, filter, { sort, limit: LEADS_PER_READ, after });
      return {
        leads: await readListed(
          scope,
          places.map(({ id }) => id),
        ),
        next,
      };
    });
    const cells = Object.values(COLUMNS);
    yield page.leads.map((lead) => toLine(cells.map((cell) => cell(lead, names)))).join('');
    await yieldToEventLoop();
    after = page.next;
  } while (after !== null);
}

const toLine = (cells: readonly string[]): string => `${cells.map(writeCell).join(',')}\r\n`;
