// Pipedrive, over its API v2. Leads are persons, and deals of a person decide their lead.
//
// Pipedrive has no upsert and finds persons one email at a time, through a search that may lag behind by seconds.

import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ConnectedCrm,
  CrmAdapter,
  CrmField,
  FieldValue,
  FieldValues,
  NewRecord,
  PulledPage,
  RecordUpdate,
  UpdateResult,
  VendorTraits,
} from './adapter.ts';
import { type CrmCaller, type CrmRequest, type CrmResponse, requestCrm } from './call-crm.ts';
import { CrmError } from './crm-error.ts';
import type { CrmTarget } from './seal.ts';

export const PIPEDRIVE: VendorTraits = {
  name: 'Pipedrive',
  requires: ['url'],
  defaultMapping: {
    title: null,
    name: 'name',
    first_name: null,
    last_name: null,
    email: 'emails',
    phone: 'phones',
    company: 'leadline_company',
    message: 'leadline_message',
    source: null,
    score: 'leadline_score',
    grade: 'leadline_grade',
    reasons: 'leadline_reasons',
    next_step: 'leadline_next_step',
    received_at: 'leadline_received_at',
    link: 'leadline_link',
  },
  overlapMs: 15 * 60 * 1_000,
  // Clocks differ.
  closedEarlierMs: 60_000,
  // Each email is a search, and Pipedrive allows few of them.
  batchSize: 10,
  updatesPerCall: 1,
};

interface OwnField extends CrmField {
  readonly type: 'double' | 'varchar' | 'text';
}

/** A text of type varchar has up to 255 characters. */
const LINE = { type: 'varchar', maxLength: 255 } as const;
const OWN_FIELDS: readonly OwnField[] = [
  { name: 'leadline_score', label: 'Leadline score', type: 'double' },
  { name: 'leadline_grade', label: 'Leadline grade', ...LINE },
  { name: 'leadline_reasons', label: 'Leadline reasons', type: 'text' },
  { name: 'leadline_next_step', label: 'Leadline next step', ...LINE },
  { name: 'leadline_received_at', label: 'Received by Leadline', ...LINE },
  { name: 'leadline_link', label: 'Open in Leadline', ...LINE },
  { name: 'leadline_company', label: 'Leadline company', ...LINE },
  { name: 'leadline_message', label: 'Leadline message', type: 'text' },
  { name: 'leadline_key', label: 'Leadline key', isInternal: true, ...LINE },
];
const KEY = 'leadline_key';
/** A custom field has a random key. */
const CUSTOM_KEY = /^[0-9a-f]{40}$/;
const STANDARD_FIELDS: readonly CrmField[] = [
  { name: 'name', label: 'Name', type: 'varchar' },
  { name: 'emails', label: 'Email', type: 'emails' },
  { name: 'phones', label: 'Phone', type: 'phones' },
];
const MAPPABLE = new Set(['varchar', 'text', 'double']);
const MAX_IDS = 100;
/** Of custom fields in one request. */
const MAX_CUSTOM_FIELDS = 15;
const MAX_FIELDS = 300;
const FIELDS_PER_PAGE = 500;
const PAGE_SIZE = 100;
/** Ten searches per two seconds and token are allowed: eight leave room for others. */
const SEARCH_INTERVAL_MS = 250;
/** Of a person without an email or phone. */
const NO_NAME = 'Lead';

interface Contact {
  readonly value?: string;
  readonly primary?: boolean;
}

interface Person {
  readonly id: number;
  readonly name?: string;
  readonly emails?: readonly Contact[];
  readonly phones?: readonly Contact[];
  readonly is_deleted?: boolean;
  readonly custom_fields?: Readonly<Record<string, unknown>>;
}

interface Deal {
  readonly id: number;
  readonly person_id: number | null;
  readonly status: string;
  readonly value?: number | null;
  readonly won_time?: string | null;
  readonly lost_time?: string | null;
  readonly update_time: string;
}

interface PersonField {
  readonly field_name: string;
  readonly field_code: string;
  readonly field_type: string;
  readonly is_custom_field: boolean;
}

interface Page<T> {
  readonly data: readonly T[] | null;
  readonly additional_data?: { readonly next_cursor?: string | null } | null;
}

export class Pipedrive implements CrmAdapter {
  readonly #target: CrmTarget;
  readonly #caller: CrmCaller;
  /** By name. */
  #fields: ReadonlyMap<string, CrmField>;
  #nextSearchAt = 0;

  constructor(target: CrmTarget, fields: readonly CrmField[], caller: CrmCaller) {
    this.#target = target;
    this.#fields = new Map(fields.map((field) => [field.name, field]));
    this.#caller = caller;
  }

  async connect(): Promise<ConnectedCrm> {
    let custom = await this.#listCustomFields();
    const missing = OWN_FIELDS.filter(({ label }) => !custom.some(({ field_name: name }) => name === label));
    for (const { label, type } of missing) await this.#addField(label, type);
    if (missing.length > 0) custom = await this.#listCustomFields();
    const own = OWN_FIELDS.flatMap((field) => {
      const key = custom.find(({ field_name: name }) => name === field.label)?.field_code;
      return key === undefined ? [] : [{ ...field, key }];
    });
    const others = custom
      .filter(
        ({ field_code: key, field_type: type }) =>
          MAPPABLE.has(type) && !own.some((field) => field.key === key),
      )
      .map(({ field_name: name, field_code: key, field_type: type }) => ({
        name: key,
        label: name.slice(0, 100),
        type,
        key,
        ...(type === 'varchar' ? { maxLength: LINE.maxLength } : {}),
      }));
    const fields = [...STANDARD_FIELDS, ...own, ...others].slice(0, MAX_FIELDS);
    this.#fields = new Map(fields.map((field) => [field.name, field]));
    return { fields, recordUrl: `${this.#base}/person/{id}` };
  }

  async findByEmail(emails: readonly string[]): Promise<Map<string, string[] | null>> {
    const found = new Map<string, string[] | null>();
    for (const email of emails) {
      const ids = await this.#search(email, 'email', ({ emails: own = [] }) =>
        own.some((address) => address.toLowerCase() === email),
      );
      if (ids === null || ids.length > 0) found.set(email, ids);
    }
    return found;
  }

  async findByKey(keys: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const key of keys) {
      const ids = await this.#search(key, 'custom_fields', ({ custom_fields: texts = [] }) =>
        texts.includes(key),
      );
      const id = ids?.[0];
      if (id !== undefined) found.set(key, id);
    }
    return found;
  }

  async read(recordIds: readonly string[], fields: readonly string[]): Promise<Map<string, FieldValues>> {
    const found = new Map<string, Record<string, FieldValue>>();
    const custom = fields.flatMap((field) => this.#fields.get(field)?.key ?? []);
    for (const keys of inParts(custom, MAX_CUSTOM_FIELDS))
      for (const person of await this.#readPersons(recordIds, keys))
        found.set(String(person.id), {
          ...found.get(String(person.id)),
          ...Object.fromEntries(
            fields
              .filter((field) => {
                const key = this.#fields.get(field)?.key;
                return key === undefined || keys.includes(key);
              })
              .map((field) => [field, this.#fromPerson(person, field)]),
          ),
        });
    return found;
  }

  async create(records: readonly NewRecord[]): Promise<Map<string, string | null>> {
    const created = new Map<string, string | null>();
    for (const { key, values } of records) {
      const { name, ...others } = this.#toPerson({ ...values, [KEY]: key });
      const body = { name: name ?? values.emails ?? values.phones ?? NO_NAME, ...others };
      const { status, body: answer } = await this.#send('/api/v2/persons', {
        method: 'POST',
        body,
        expects: [400],
      });
      created.set(key, status === 400 ? null : String((answer as { data: Person }).data.id));
    }
    return created;
  }

  async update(records: readonly RecordUpdate[]): Promise<Map<string, UpdateResult>> {
    const results = new Map<string, UpdateResult>();
    for (const { recordId, values } of records) {
      const { status } = await this.#send(`/api/v2/persons/${Number(recordId)}`, {
        method: 'PATCH',
        body: this.#toPerson(values),
        expects: [400, 404, 410],
      });
      results.set(recordId, status === 400 ? 'rejected' : status >= 404 ? 'gone' : 'updated');
    }
    return results;
  }

  async listChanged(since: Date, after: string | null): Promise<PulledPage> {
    const query = new URLSearchParams({
      updated_since: `${since.toISOString().slice(0, 19)}Z`,
      sort_by: 'id',
      sort_direction: 'asc',
      limit: String(PAGE_SIZE),
      ...(after === null ? {} : { cursor: after }),
    });
    // A pass may go on hours later, when its cursor has expired: then it starts again, and what was seen changes nothing.
    const { status, body } = await this.#send(`/api/v2/deals?${query}`, {
      method: 'GET',
      expects: after === null ? [] : [400],
    });
    if (status === 400) return this.listChanged(since, null);
    const { data, additional_data: more } = body as Page<Deal>;
    const deals = data ?? [];
    const personIds = [...new Set(deals.flatMap(({ person_id: id }) => (id === null ? [] : [String(id)])))];
    const persons = await this.#readPersons(personIds, []);
    const emails = new Map(persons.map((person) => [person.id, primaryOf(person.emails)]));
    return {
      deals: deals.map((deal) => {
        const isWon = deal.status === 'won';
        return {
          dealId: String(deal.id),
          recordId: deal.person_id === null ? null : String(deal.person_id),
          email: emails.get(deal.person_id ?? 0) ?? '',
          outcome: isWon ? 'won' : deal.status === 'lost' ? 'lost' : 'open',
          amount: isWon && typeof deal.value === 'number' && deal.value > 0 ? deal.value : null,
          closedAt: new Date((isWon ? deal.won_time : deal.lost_time) ?? deal.update_time),
        };
      }),
      next: more?.next_cursor ?? null,
    };
  }

  async #listCustomFields(): Promise<PersonField[]> {
    const fields: PersonField[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({ limit: String(FIELDS_PER_PAGE), ...(cursor ? { cursor } : {}) });
      const { body } = await this.#send(`/api/v2/personFields?${query}`, { method: 'GET' });
      const page = body as Page<PersonField>;
      fields.push(...(page.data ?? []));
      cursor = fields.length < 10 * FIELDS_PER_PAGE ? (page.additional_data?.next_cursor ?? null) : null;
    }
    return fields.filter(
      ({ is_custom_field: isCustom, field_code: key }) => isCustom && CUSTOM_KEY.test(key),
    );
  }

  async #addField(name: string, type: OwnField['type']): Promise<void> {
    const { status } = await this.#send('/api/v2/personFields', {
      method: 'POST',
      body: { field_name: name, field_type: type },
      expects: [403],
    });
    if (status === 403)
      throw new CrmError(
        'forbidden',
        'this Pipedrive user may not add fields; use the token of an administrator',
      );
  }

  /** Up to two, by ascending ID; null if it is refused. The search also finds texts that merely contain the term. */
  async #search(
    term: string,
    fields: 'email' | 'custom_fields',
    isMatch: (item: {
      readonly emails?: readonly string[];
      readonly custom_fields?: readonly string[];
    }) => boolean,
  ): Promise<string[] | null> {
    const now = performance.now();
    const waitMs = this.#nextSearchAt - now;
    this.#nextSearchAt = Math.max(now, this.#nextSearchAt) + SEARCH_INTERVAL_MS;
    if (waitMs > 0) await sleep(waitMs);
    const query = new URLSearchParams({ term, fields, exact_match: 'true', limit: '20' });
    const { status, body } = await this.#send(`/api/v2/persons/search?${query}`, {
      method: 'GET',
      expects: fields === 'email' ? [400] : [],
    });
    if (status === 400) return null;
    const { data } = body as {
      data: {
        items: readonly {
          item: { id: number; emails?: readonly string[]; custom_fields?: readonly string[] };
        }[];
      };
    };
    return data.items
      .filter(({ item }) => isMatch(item))
      .map(({ item }) => item.id)
      .toSorted((a, b) => a - b)
      .slice(0, 2)
      .map(String);
  }

  async #readPersons(ids: readonly string[], customFields: readonly string[]): Promise<Person[]> {
    const found: Person[] = [];
    for (const some of inParts(ids, MAX_IDS)) {
      if (some.length === 0) continue;
      const query = new URLSearchParams({
        ids: some.map(Number).join(','),
        limit: String(MAX_IDS),
        ...(customFields.length === 0 ? {} : { custom_fields: customFields.join(',') }),
      });
      const { body } = await this.#send(`/api/v2/persons?${query}`, { method: 'GET' });
      found.push(...((body as Page<Person>).data ?? []));
    }
    return found.filter(({ is_deleted: isDeleted }) => isDeleted !== true);
  }

  #send(path: string, request: CrmRequest): Promise<CrmResponse> {
    const headers = { 'x-api-token': this.#target.apiKey };
    return requestCrm(`${this.#base}${path}`, { ...request, headers }, this.#caller);
  }

  get #base(): string {
    return this.#target.url.replace(/\/+$/, '');
  }

  #toPerson(values: FieldValues): Record<string, unknown> {
    const person: Record<string, unknown> = {};
    const custom: Record<string, FieldValue> = {};
    for (const [field, value] of Object.entries(values)) {
      const key = this.#fields.get(field)?.key;
      if (key !== undefined) custom[key] = value;
      else if (field === 'emails' || field === 'phones')
        person[field] = value === null ? [] : [{ value: String(value), primary: true, label: 'work' }];
      else person[field] = value;
    }
    return Object.keys(custom).length === 0 ? person : { ...person, custom_fields: custom };
  }

  #fromPerson(person: Person, field: string): FieldValue {
    // Several are somebody's edit, because we write one.
    if (field === 'emails' || field === 'phones')
      return (person[field] ?? []).flatMap(({ value }) => value || []).join(', ') || null;
    if (field === 'name' && isPlaceholder(person)) return null;
    const key = this.#fields.get(field)?.key;
    const value = key === undefined ? person[field as 'name'] : person.custom_fields?.[key];
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null;
  }
}

/** What we call a person without a name. */
const isPlaceholder = ({ name, emails = [], phones = [] }: Person): boolean =>
  name === NO_NAME || [...emails, ...phones].some(({ value }) => value === name);

const primaryOf = (emails: readonly Contact[] = []): string =>
  (emails.find(({ primary }) => primary === true) ?? emails[0])?.value ?? '';

/** At least one part, so that persons without custom fields are read, too. */
function inParts<T>(items: readonly T[], size: number): T[][] {
  const parts = [items.slice(0, size)];
  for (let start = size; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}
