// Runs the statement that stores leads; see sql/write_leads.sql.

import type pg from 'pg';
import { fromUuid } from '../../platform/base/ids.ts';
import { bigints, dates, integers, smallints, texts, uuids } from '../../platform/db/binary-arrays.ts';
import type { Contact } from '../record/contact.ts';

export interface LeadToWrite {
  readonly accountId: string;
  readonly leadId: string;
  /** The first day of the month whose allowance the lead counts toward. */
  readonly month: Date;
  /** Null means unlimited. 0 for spam whose sender may not send any more. */
  readonly monthlyLimit: number | null;
  /** In bytes, for everything the account stores. Null means unlimited. */
  readonly storageLimit: number | null;
  /** Duplicate requests have the same fingerprint. */
  readonly fingerprint: string;
  /** Only leads with this ID or a later one count as duplicates. */
  readonly rememberedFrom: string;
  readonly bodyHash: string;
  /** Whether to link the lead to an existing person with the same email or phone. Otherwise it gets a new person. */
  readonly isLinked: boolean;
  readonly score: number;
  readonly grade: string;
  readonly source: string;
  readonly contact: Contact;
  readonly leadJson: string;
  readonly scoredJson: string;
}

/** Why a lead isn't stored: the month's leads, the month's spam or the storage are used up. */
export type OverLimit = 'over limit' | 'over spam limit' | 'over storage';

export type Verdict =
  | { readonly kind: 'stored' }
  | { readonly kind: OverLimit }
  | {
      readonly kind: 'repeated';
      readonly leadId: string;
      readonly isSameBody: boolean;
      readonly scored: unknown;
    };

type NotStored = [
  place: string,
  verdict: OverLimit | 'repeated',
  knownId: string,
  isSameBody: boolean,
  scored: unknown,
];

const STORED: Verdict = { kind: 'stored' };
const OVER: Readonly<Record<OverLimit, Verdict>> = {
  'over limit': { kind: 'over limit' },
  'over spam limit': { kind: 'over spam limit' },
  'over storage': { kind: 'over storage' },
};

/** Leads from a file don't come from requests and may already have an outcome. */
export interface FromFile {
  /** One per lead. */
  readonly outcomes: readonly ('open' | 'won' | 'lost')[];
}

/** Returns one verdict per lead, in order. Outside a transaction, the leads are committed once the promise resolves. */
export async function writeLeads(
  client: pg.ClientBase,
  leads: readonly LeadToWrite[],
  fromFile: FromFile | null = null,
): Promise<Verdict[]> {
  return writeEncodedLeads(client, encodeLeads(leads, fromFile), {
    monthly: leads.map((lead) => lead.monthlyLimit),
    storage: leads.map((lead) => lead.storageLimit),
  });
}

/** One limit per lead. */
export interface Limits {
  readonly monthly: readonly (number | null)[];
  readonly storage: readonly (number | null)[];
}

/** The leads, except for their limits, which may change until they are written. */
export interface EncodedLeads {
  readonly count: number;
  readonly isFromFile: boolean;
  /** In the order of COLUMNS. */
  readonly columns: readonly Uint8Array[];
}

/** As the parameters of write_leads are called. */
const COLUMNS = [
  'account_ids',
  'months',
  'lead_ids',
  'person_ids',
  'link_emails',
  'link_phones',
  'fingerprints',
  'remembered_from',
  'body_hashes',
  'scores',
  'grades',
  'sources',
  'emails',
  'phones',
  'names',
  'surnames',
  'leads_json',
  'scored_json',
  'outcomes',
  'json_lengths',
] as const;
type Column = (typeof COLUMNS)[number];

const PARAMETERS = [...COLUMNS, 'limits', 'storage_limits', 'are_from_file', 'of_import'];
const STATEMENT = `select * from leadline.write_leads(${PARAMETERS.map((name, index) => `${name} => $${index + 1}`).join(', ')})`;

export function encodeLeads(leads: readonly LeadToWrite[], fromFile: FromFile | null): EncodedLeads {
  const byName: Readonly<Record<Column, Uint8Array>> = {
    account_ids: uuids(leads.map((lead) => lead.accountId)),
    months: dates(leads.map((lead) => lead.month)),
    lead_ids: uuids(leads.map((lead) => lead.leadId)),
    person_ids: uuids(choosePeople(leads)),
    link_emails: texts(leads.map(({ isLinked, contact }) => (isLinked ? contact.linkEmail : ''))),
    link_phones: texts(leads.map(({ isLinked, contact }) => (isLinked ? contact.linkPhone : ''))),
    fingerprints: uuids(leads.map((lead) => lead.fingerprint)),
    remembered_from: uuids(leads.map((lead) => lead.rememberedFrom)),
    body_hashes: uuids(leads.map((lead) => lead.bodyHash)),
    scores: smallints(leads.map((lead) => lead.score)),
    grades: texts(leads.map((lead) => lead.grade)),
    sources: texts(leads.map((lead) => lead.source)),
    emails: texts(leads.map(({ contact }) => contact.email)),
    phones: texts(leads.map(({ contact }) => contact.phone)),
    names: texts(leads.map(({ contact }) => contact.name)),
    surnames: texts(leads.map(({ contact }) => contact.surname)),
    leads_json: texts(leads.map((lead) => lead.leadJson)),
    scored_json: texts(leads.map((lead) => lead.scoredJson)),
    // Empty means that all are open.
    outcomes: texts(fromFile?.outcomes ?? []),
    json_lengths: integers(
      leads.map((lead) => Buffer.byteLength(lead.leadJson) + Buffer.byteLength(lead.scoredJson)),
    ),
  };
  return {
    count: leads.length,
    isFromFile: fromFile !== null,
    columns: COLUMNS.map((name) => byName[name]),
  };
}

export async function writeEncodedLeads(
  client: pg.ClientBase,
  { count, isFromFile, columns }: EncodedLeads,
  { monthly, storage }: Limits,
  importId: string | null = null,
): Promise<Verdict[]> {
  const { rows } = await client.query<NotStored>({
    name: 'write-leads',
    text: STATEMENT,
    rowMode: 'array',
    values: [...columns, integers(monthly), bigints(storage), isFromFile, importId],
  });
  const verdicts = Array<Verdict>(count).fill(STORED);
  for (const row of rows) verdicts[Number(row[0]) - 1] = readVerdict(row);
  return verdicts;
}

function readVerdict([, verdict, knownId, isSameBody, scored]: NotStored): Verdict {
  return verdict === 'repeated'
    ? { kind: 'repeated', leadId: fromUuid(knownId), isSameBody, scored }
    : OVER[verdict];
}

/** Assigns a person to each lead. Leads in a batch that share an email or phone share a person. If the database already
 * knows the person, the stored one is used instead. */
function choosePeople(leads: readonly LeadToWrite[]): string[] {
  const people = new Map<string, string>();
  return leads.map(({ accountId, leadId, isLinked, contact: { linkEmail, linkPhone } }) => {
    if (!isLinked) return leadId;
    const keys = [
      ...(linkEmail === '' ? [] : [`${accountId} e ${linkEmail}`]),
      ...(linkPhone === '' ? [] : [`${accountId} p ${linkPhone}`]),
    ];
    const person = keys.map((key) => people.get(key)).find((known) => known !== undefined) ?? leadId;
    for (const key of keys) people.set(key, person);
    return person;
  });
}
