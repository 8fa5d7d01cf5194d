// Streams leads as a CSV file that people open in a spreadsheet.

import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ListedLead } from '@leadline/contract';
import { writeCell, writePhone } from '@leadline/csv';
import { advise, type OfficeHours } from '@leadline/engine/advice';
import { sql } from 'kysely';
import { readProfile } from '../accounts/profile.ts';
import { listTeam } from '../accounts/team.ts';
import { fromUuid, showId } from '../base/ids.ts';
import type { AccountAccess, AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
import { findPlaces } from './find-places.ts';
import type { LeadFilter } from './lead-filter.ts';
import type { Place, Sort } from './list-cursor.ts';
import { readListed } from './read-listed.ts';

/** A listed lead takes up 6 KB at most. */
const LEADS_PER_READ = 200;

/** Enough to know what it is about; a message can be as long as a book. */
const MAX_MESSAGE_LENGTH = 2_000;

/** What the cells of a lead are made from. */
interface Source {
  readonly names: ReadonlyMap<string, string>;
  readonly messages: ReadonlyMap<string, string>;
  readonly hours: OfficeHours;
  readonly now: Date;
}

type Cells = Readonly<Record<string, (lead: ListedLead, source: Source) => string>>;

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
  next_step: (lead, { hours, now }) => advise(lead, hours, now)?.text ?? lead.priority_action,
  priority: ({ score, received_at, outcome }, { now }) =>
    outcome === 'open' ? String(priorityAt(score, received_at, now)) : '',
  status: ({ status }) => status,
  assignee: ({ assignee }, { names }) => (assignee === null ? '' : (names.get(assignee) ?? assignee)),
  contacted_at: ({ contacted_at }) => contacted_at ?? '',
  snoozed_until: ({ snoozed_until }) => snoozed_until ?? '',
  amount: ({ decided }) => decided?.amount?.toString() ?? '',
  message: ({ lead_id }, { messages }) => messages.get(lead_id) ?? '',
};

const DAY_MS = 24 * 60 * 60_000;

/** As in the inbox: the score minus two points for each day of waiting, at least 0. */
const priorityAt = (score: number, receivedAt: string, now: Date): number =>
  Math.max(0, Math.round(score - (2 * (now.getTime() - Date.parse(receivedAt))) / DAY_MS));

/** Reads from the database only as fast as the client reads the response. */
export const writeLeadsExport = (account: AccountAccess, filter: LeadFilter, sort: Sort): Readable =>
  Readable.from(writeRows(account, filter, sort), { objectMode: false });

async function* writeRows(account: AccountAccess, filter: LeadFilter, sort: Sort): AsyncGenerator<string> {
  const team = await account.enter(listTeam);
  const hours = await account.enter(readProfile);
  const names = new Map(team.map(({ user_id, name, email }) => [user_id, name || email]));
  yield toLine(Object.keys(COLUMNS));
  let after: Place | null = null;
  do {
    const page: Page = await account.enter(async (scope) => {
      const { places, next } = await findPlaces(scope, filter, { sort, limit: LEADS_PER_READ, after });
      const ids = places.map(({ id }) => id);
      return { leads: await readListed(scope, ids), messages: await readMessages(scope, ids), next };
    });
    const source: Source = { names, messages: page.messages, hours, now: new Date() };
    const cells = Object.values(COLUMNS);
    yield page.leads.map((lead) => toLine(cells.map((cell) => cell(lead, source)))).join('');
    await yieldToEventLoop();
    after = page.next;
  } while (after !== null);
}

interface Page {
  readonly leads: readonly ListedLead[];
  readonly messages: ReadonlyMap<string, string>;
  readonly next: Place | null;
}

async function readMessages(
  { transaction, accountId }: AccountScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; message: string }>`
    select l.id, left(l.lead ->> 'message', ${MAX_MESSAGE_LENGTH}) as message from leadline.leads l
    where l.account_id = ${accountId} and l.id = ${anyOf(ids)}`.execute(transaction);
  return new Map(rows.map(({ id, message }) => [showId('lead', fromUuid(id)), message]));
}

const PHONE_COLUMN = Object.keys(COLUMNS).indexOf('phone');

const toLine = (cells: readonly string[]): string =>
  `${cells.map((cell, column) => (column === PHONE_COLUMN ? writePhone(cell) : writeCell(cell))).join(',')}\r\n`;
