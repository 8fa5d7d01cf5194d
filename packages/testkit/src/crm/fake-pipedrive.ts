// What our adapter and Pipedrive's own client use of its API v2, with records. README.md says what it knows, and from where.

import { createHash } from 'node:crypto';
import type { FakeCrm, FakePerson } from './fake-crm.ts';
import { type FakeRequest, type FakeResponse, FakeServer, Refused } from './fake-server.ts';

interface Address {
  readonly value: string;
  readonly primary: boolean;
  readonly label: string;
}

interface Person {
  readonly id: number;
  name: string;
  emails: Address[];
  phones: Address[];
  readonly custom_fields: Record<string, unknown>;
  readonly add_time: string;
  update_time: string;
}

interface Deal {
  readonly id: number;
  person_id: number | null;
  status: 'open' | 'won' | 'lost';
  value: number;
  won_time: string | null;
  lost_time: string | null;
  update_time: string;
}

interface Field {
  readonly field_name: string;
  readonly field_code: string;
  readonly field_type: string;
  readonly is_custom_field: boolean;
  readonly is_optional_response_field: boolean;
}

const TOKEN = 'pipedrive-token';
const SEARCHABLE = new Set(['varchar', 'text', 'double']);
const MAX_CUSTOM_FIELDS = 15;
const MAX_IDS = 100;
const MAX_VARCHAR = 255;
const MAX_SEARCHES = 10;
const SEARCH_WINDOW_MS = 2_000;

export class FakePipedrive extends FakeServer implements FakeCrm {
  readonly login = { vendor: 'pipedrive', api_key: TOKEN };
  readonly steps = {
    find: 'GET /api/v2/persons/search',
    create: 'POST /api/v2/persons',
    read: 'GET /api/v2/persons',
    update: 'PATCH /api/v2/persons/ID',
    pull: 'GET /api/v2/deals',
  };
  readonly persons = new Map<number, Person>();
  readonly deals = new Map<number, Deal>();
  readonly fields: Field[] = ['name', 'emails', 'phones'].map((name) => ({
    field_name: name,
    field_code: name,
    field_type: 'varchar',
    is_custom_field: false,
    is_optional_response_field: false,
  }));
  readonly #rejected = new Set<string>();
  #lastId = 0;
  /** When, most recently. */
  #searches: number[] = [];

  static start(): Promise<FakePipedrive> {
    return new FakePipedrive().listen();
  }

  people(): FakePerson[] {
    return [...this.persons.values()].map((person) => ({
      id: String(person.id),
      email: person.emails[0]?.value ?? '',
      name: person.name,
      phone: person.phones[0]?.value ?? '',
      score: Number(person.custom_fields[this.codeOf('Leadline score')] ?? '') || null,
      link: (person.custom_fields[this.codeOf('Open in Leadline')] as string | undefined) ?? null,
    }));
  }

  codeOf(name: string): string {
    return this.fields.find((field) => field.field_name === name)?.field_code ?? '';
  }

  addPerson({ email, name }: { readonly email: string; readonly name: string }): string {
    return String(this.#create({ name, emails: [{ value: email, primary: true, label: 'work' }] }).id);
  }

  editPerson(id: string, { name, phone }: { readonly name?: string; readonly phone?: string }): void {
    const phones = phone === '' ? [] : [{ value: phone ?? '', primary: true, label: 'work' }];
    this.#change(Number(id), {
      ...(name === undefined ? {} : { name }),
      ...(phone === undefined ? {} : { phones }),
    });
  }

  deletePerson(id: string): void {
    this.persons.delete(Number(id));
  }

  mergePersons(id: string, into: string): string {
    const [gone, kept] = [this.persons.get(Number(id)), this.persons.get(Number(into))];
    if (gone !== undefined && kept !== undefined) {
      const others = gone.emails.map((email) => ({ ...email, primary: false }));
      kept.emails = [
        ...kept.emails,
        ...others.filter(({ value }) => kept.emails.every((own) => own.value !== value)),
      ];
    }
    for (const deal of this.deals.values()) if (deal.person_id === Number(id)) deal.person_id = Number(into);
    this.deletePerson(id);
    return into;
  }

  reject(name: string): void {
    this.#rejected.add(name);
  }

  addDeal(personId: string): string {
    const id = ++this.#lastId;
    this.deals.set(id, {
      id,
      person_id: Number(personId),
      status: 'open',
      value: 0,
      won_time: null,
      lost_time: null,
      update_time: now(),
    });
    return String(id);
  }

  win(dealId: string, amount: number): void {
    this.#changeDeal(dealId, { status: 'won', value: amount, won_time: now() });
  }

  lose(dealId: string, at = new Date()): void {
    this.#changeDeal(dealId, { status: 'lost', lost_time: toTime(at) });
  }

  reopen(dealId: string): void {
    this.#changeDeal(dealId, { status: 'open', won_time: null, lost_time: null });
  }

  #changeDeal(dealId: string, changes: Partial<Deal>): void {
    Object.assign(this.deals.get(Number(dealId)) as Deal, changes, { update_time: now() });
  }

  protected nameOf({ method, path }: FakeRequest): string {
    return `${method} ${path.replace(/\/\d+$/, '/ID')}`;
  }

  protected handle(request: FakeRequest): FakeResponse {
    if (request.headers['x-api-token'] !== TOKEN)
      throw new Refused(401, { success: false, error: 'unauthorized access', errorCode: 401 });
    const { query } = request;
    const body = (request.text === '' ? {} : JSON.parse(request.text)) as never;
    const id = Number(/\/(\d+)$/.exec(request.path)?.[1] ?? 0);
    switch (this.nameOf(request)) {
      case 'GET /api/v2/personFields':
        return paged(this.fields, query, ({ field_code: code }) => code);
      case 'POST /api/v2/personFields':
        return this.#addField(body);
      case 'GET /api/v2/persons/search':
        return this.#search(query);
      case 'GET /api/v2/persons':
        return this.#list(query);
      case 'GET /api/v2/persons/ID':
        return succeed(this.persons.get(id) ?? refuse(404, 'Person not found'));
      case 'POST /api/v2/persons':
        return { ...succeed(this.#create(body)), status: 201 };
      case 'PATCH /api/v2/persons/ID':
        return succeed(this.#change(id, body));
      case 'DELETE /api/v2/persons/ID':
        this.persons.delete(id);
        return succeed({ id });
      case 'GET /api/v2/deals':
        return this.#listDeals(query);
      default:
        return refuse(404, `no route ${request.path}`);
    }
  }

  #addField({
    field_name: name,
    field_type: type,
  }: {
    field_name: string;
    field_type: string;
  }): FakeResponse {
    if (!name || !SEARCHABLE.has(type)) refuse(400, 'field_name and field_type are required');
    const field: Field = {
      field_name: name,
      field_code: createHash('sha1').update(name).digest('hex'),
      field_type: type,
      is_custom_field: true,
      is_optional_response_field: false,
    };
    this.fields.push(field);
    return { ...succeed(field), status: 201 };
  }

  #search(query: URLSearchParams): FakeResponse {
    const at = performance.now();
    this.#searches = [...this.#searches.filter((before) => before > at - SEARCH_WINDOW_MS), at];
    if (this.#searches.length > MAX_SEARCHES) refuse(429, 'request over limit');
    const term = query.get('term') ?? '';
    if (term.length < (query.get('exact_match') === 'true' ? 1 : 2)) refuse(400, 'term is too short');
    if (Number(query.get('limit') ?? 100) > 500) refuse(400, 'limit is 500 at most');
    const wanted = term.toLowerCase();
    const textsOf = (person: Person): string[] =>
      query.get('fields') === 'email'
        ? person.emails.map(({ value }) => value)
        : Object.values(person.custom_fields).map(String);
    const items = [...this.persons.values()]
      .filter((person) => textsOf(person).some((text) => text.toLowerCase() === wanted))
      .map(({ id, name, emails, phones, custom_fields: custom }) => ({
        result_score: 1,
        item: {
          id,
          type: 'person',
          name,
          emails: emails.map(({ value }) => value),
          phones: phones.map(({ value }) => value),
          custom_fields: Object.values(custom).map(String),
        },
      }));
    return succeed({ items });
  }

  #list(query: URLSearchParams): FakeResponse {
    const ids = (query.get('ids') ?? '').split(',').filter(Boolean).map(Number);
    const custom = (query.get('custom_fields') ?? '').split(',').filter(Boolean);
    if (ids.length > MAX_IDS) refuse(400, 'up to 100 ids');
    if (custom.length > MAX_CUSTOM_FIELDS) refuse(400, 'A maximum of 15 keys is allowed.');
    const found = [...this.persons.values()].filter(({ id }) => ids.length === 0 || ids.includes(id));
    const shown = found.map((person) => ({
      ...person,
      custom_fields:
        custom.length === 0
          ? person.custom_fields
          : Object.fromEntries(custom.map((key) => [key, person.custom_fields[key] ?? null])),
    }));
    return paged(shown, query, ({ id }) => String(id));
  }

  #listDeals(query: URLSearchParams): FakeResponse {
    const since = query.get('updated_since');
    if (since !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(since))
      refuse(400, 'updated_since must be RFC 3339');
    const found = [...this.deals.values()].filter(
      (deal) => since === null || Date.parse(deal.update_time) >= Date.parse(since),
    );
    return paged(found, query, ({ id }) => String(id));
  }

  #create(given: Partial<Person>): Person {
    if (!given.name) refuse(400, 'name is required');
    this.#check(given);
    const id = ++this.#lastId;
    const person: Person = {
      id,
      name: given.name ?? '',
      emails: given.emails ?? [],
      phones: given.phones ?? [],
      custom_fields: { ...given.custom_fields },
      add_time: now(),
      update_time: now(),
    };
    this.persons.set(id, person);
    return person;
  }

  #change(id: number, { custom_fields: custom, ...given }: Partial<Person>): Person {
    const person = this.persons.get(id) ?? refuse(404, 'Person not found');
    this.#check({ ...given, ...(custom === undefined ? {} : { custom_fields: custom }) });
    Object.assign(person, given, { update_time: now() });
    Object.assign(person.custom_fields, custom);
    return person;
  }

  #check({ name, emails = [], custom_fields: custom = {} }: Partial<Person>): void {
    if (this.#rejected.has(name ?? '')) refuse(400, 'Bad request');
    if (!Array.isArray(emails) || emails.some(({ value }) => typeof value !== 'string'))
      refuse(400, 'emails is a list of objects');
    for (const [code, value] of Object.entries(custom)) {
      const field = this.fields.find((known) => known.is_custom_field && known.field_code === code);
      if (field === undefined) refuse(400, `unknown field ${code}`);
      if (field?.field_type === 'double' && value !== null && typeof value !== 'number')
        refuse(400, `${code} is a number`);
      if (field?.field_type === 'varchar' && String(value).length > MAX_VARCHAR)
        refuse(400, `${code} is too long`);
    }
  }
}

function refuse(status: number, error: string): never {
  throw new Refused(status, { success: false, error, code: 'ERR' });
}

const succeed = (data: unknown): FakeResponse => ({ status: 200, body: { success: true, data } });

/** Cursors are opaque: the key of the first item of the next page. */
function paged<T>(items: readonly T[], query: URLSearchParams, keyOf: (item: T) => string): FakeResponse {
  const limit = Number(query.get('limit') ?? 100);
  if (limit > 500) refuse(400, 'limit is 500 at most');
  const cursor = query.get('cursor');
  const start =
    cursor === null ? 0 : items.findIndex((item) => keyOf(item) === Buffer.from(cursor, 'base64').toString());
  if (start === -1) refuse(400, 'invalid cursor');
  const next = items[start + limit];
  return {
    status: 200,
    body: {
      success: true,
      data: items.slice(start, start + limit),
      additional_data: {
        next_cursor: next === undefined ? null : Buffer.from(keyOf(next)).toString('base64'),
      },
    },
  };
}

/** To the second. */
const toTime = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;
const now = (): string => toTime(new Date());
