// Streams leads as a CSV file that people open in a spreadsheet.

import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ListedLead } from '@leadline/contract';
import { writeCell, writePhone } from '@leadline/csv';
import { advise, type OfficeHours } from '@leadline/engine/advice';
import { sql } from 'kysely';
import { readProfile } from '../../accounts/profile/profile.ts';
import { listTeam } from '../../accounts/team/team.ts';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import type { AccountAccess, AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';
import { findPage } from './find-page.ts';
import type { LeadFilter } from './lead-filter.ts';
import type { Place, Sort } from './list-cursor.ts';
import { type RunCharged, readListed } from './read-listed.ts';

/** A listed lead takes up 6 KB at most. */
const LEADS_PER_READ = 200;

/** Enough to know what it is about; a message can be as long as a book. */
const MAX_MESSAGE_LENGTH = 2_000;
const MAX_ANSWERS_LENGTH = 4_000;

/** What the lead wrote. */
interface Texts {
  readonly message: string | null;
  /** "Team size: 40", each on a line of its own. */
  readonly answers: string | null;
}

/** What the cells of a lead are made from. */
interface Source {
  readonly names: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, Texts>;
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
  next_activity: ({ next_activity }) => next_activity?.kind ?? '',
  next_activity_at: ({ next_activity }) => next_activity?.at ?? '',
  amount: ({ decided }) => decided?.amount?.toString() ?? '',
  reason: ({ decided }) => decided?.reason ?? '',
  message: ({ lead_id }, { texts }) => texts.get(lead_id)?.message ?? '',
  answers: ({ lead_id }, { texts }) => texts.get(lead_id)?.answers ?? '',
};

const DAY_MS = 24 * 60 * 60_000;

/** As in the inbox: the score minus two points for each day of waiting, at least 0. */
const priorityAt = (score: number, receivedAt: string, now: Date): number =>
  Math.max(0, Math.round(score - (2 * (now.getTime() - Date.parse(receivedAt))) / DAY_MS));

export interface ExportTime {
  readonly runCharged: RunCharged;
  /** Until the account has computing time left. */
  readonly wait: () => Promise<void>;
}

/** Reads from the database only as fast as the client reads the response. */
export const writeLeadsExport = (
  account: AccountAccess,
  filter: LeadFilter,
  sort: Sort,
  time: ExportTime,
): Readable => Readable.from(writeRows(account, filter, sort, time), { objectMode: false });

async function* writeRows(
  account: AccountAccess,
  filter: LeadFilter,
  sort: Sort,
  { runCharged, wait }: ExportTime,
): AsyncGenerator<string> {
  const team = await account.enter(listTeam);
  const hours = await account.enter(readProfile);
  const names = new Map(team.map(({ user_id, name, email }) => [user_id, name || email]));
  yield toLine(Object.keys(COLUMNS));
  let after: Place | null = null;
  do {
    await wait();
    const page: Page = await account.enter(async (scope) => {
      const { places, next } = await findPage(scope, filter, { sort, limit: LEADS_PER_READ, after });
      const ids = places.map(({ id }) => id);
      return { leads: await readListed(scope, ids, runCharged), texts: await readTexts(scope, ids), next };
    });
    const source: Source = { names, texts: page.texts, hours, now: new Date() };
    const cells = Object.values(COLUMNS);
    yield page.leads.map((lead) => toLine(cells.map((cell) => cell(lead, source)))).join('');
    await yieldToEventLoop();
    after = page.next;
  } while (after !== null);
}

interface Page {
  readonly leads: readonly ListedLead[];
  readonly texts: ReadonlyMap<string, Texts>;
  readonly next: Place | null;
}

async function readTexts(
  { transaction, accountId }: AccountScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Texts>> {
  const { rows } = await sql<Texts & { readonly id: string }>`
    select l.id, left(l.lead ->> 'message', ${MAX_MESSAGE_LENGTH}) as message, (
        select left(string_agg(f.question || ': ' || f.answer, E'\n' order by f.place), ${MAX_ANSWERS_LENGTH})
        from json_each_text(l.lead -> 'custom_fields') with ordinality as f (question, answer, place)
      ) as answers
    from leadline.leads l
    where l.account_id = ${accountId} and l.id = ${anyOf(ids)}`.execute(transaction);
  return new Map(rows.map(({ id, ...texts }) => [showId('lead', fromUuid(id)), texts]));
}

const PHONE_COLUMN = Object.keys(COLUMNS).indexOf('phone');

const toLine = (cells: readonly string[]): string =>
  `${cells.map((cell, column) => (column === PHONE_COLUMN ? writePhone(cell) : writeCell(cell))).join(',')}\r\n`;
