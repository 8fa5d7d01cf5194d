// What our adapter and HubSpot's own client use of its CRM API v3, with records. README.md says what it knows, and from where.

import type { FakeCrm, FakePerson } from './fake-crm.ts';
import { type FakeRequest, type FakeResponse, FakeServer, Refused } from './fake-server.ts';

interface Contact {
  readonly id: string;
  readonly properties: Record<string, string>;
  readonly createdAt: string;
  updatedAt: string;
}

interface Deal extends Contact {
  readonly contactIds: string[];
}

interface Property {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly fieldType: string;
  readonly groupName?: string;
  readonly description?: string;
  readonly hasUniqueValue?: boolean;
  readonly modificationMetadata?: object;
}

interface Filter {
  readonly propertyName: string;
  readonly operator: string;
  readonly value: string;
}

interface Input {
  readonly id: string;
  readonly idProperty?: string;
  readonly properties: Readonly<Record<string, string>>;
}

const TOKEN = 'pat-eu1-secret';
const MAX_BATCH = 100;
const MAX_SEARCHED = 10_000;
const MAX_LISTED_PROPERTIES = 15_000;
const STANDARD = ['firstname', 'lastname', 'email', 'phone', 'company', 'message', 'jobtitle', 'website'];

export class FakeHubSpot extends FakeServer implements FakeCrm {
  readonly login = { vendor: 'hubspot', api_key: TOKEN };
  readonly steps = {
    find: 'POST /crm/v3/objects/contacts/batch/read',
    create: 'POST /crm/v3/objects/contacts/batch/upsert',
    read: 'POST /crm/v3/objects/contacts/batch/read',
    update: 'PATCH /crm/v3/objects/contacts/ID',
    pull: 'POST /crm/v3/objects/deals/search',
  };
  readonly contacts = new Map<string, Contact>();
  readonly deals = new Map<string, Deal>();
  readonly properties = new Map<string, Property>(
    [
      ...STANDARD.map((name) => ({ name, label: name, type: 'string', fieldType: 'text' })),
      {
        name: 'hs_additional_emails',
        label: 'Additional emails',
        type: 'string',
        fieldType: 'text',
        modificationMetadata: { readOnlyValue: true },
      },
    ].map((property) => [property.name, property]),
  );
  readonly #rejected = new Set<string>();
  #lastId = 100;

  static start(): Promise<FakeHubSpot> {
    return new FakeHubSpot().listen();
  }

  people(): FakePerson[] {
    return [...this.contacts.values()].map(({ id, properties: own }) => ({
      id,
      email: own.email ?? '',
      name: [own.firstname, own.lastname].filter(Boolean).join(' '),
      phone: own.phone ?? '',
      score: Number(own.leadline_score ?? '') || null,
      link: own.leadline_link ?? null,
    }));
  }

  addPerson({ email, name }: { readonly email: string; readonly name: string }): string {
    const [firstname = '', lastname = ''] = name.split(' ');
    return this.#addContact({ email: email.toLowerCase(), firstname, lastname }).id;
  }

  editPerson(id: string, { name, phone }: { readonly name?: string; readonly phone?: string }): void {
    const contact = this.contacts.get(id) as Contact;
    const [firstname = '', lastname = ''] = (name ?? '').split(' ');
    touch(contact, {
      ...(name === undefined ? {} : { firstname, lastname }),
      ...(phone === undefined ? {} : { phone }),
    });
  }

  deletePerson(id: string): void {
    this.contacts.delete(id);
  }

  /** The result has an ID of its own. */
  mergePersons(id: string, into: string): string {
    const [secondary, primary] = [this.contacts.get(id) as Contact, this.contacts.get(into) as Contact];
    const merged = this.#addContact({ ...secondary.properties, ...primary.properties });
    if (secondary.properties.email) merged.properties.hs_additional_emails = secondary.properties.email;
    this.contacts.delete(id);
    this.contacts.delete(into);
    for (const { contactIds } of this.deals.values())
      for (const [index, contactId] of contactIds.entries())
        if (contactId === id || contactId === into) contactIds[index] = merged.id;
    return merged.id;
  }

  reject(name: string): void {
    this.#rejected.add(name);
  }

  addDeal(personId: string): string {
    const deal: Deal = {
      ...this.#record({ hs_is_closed: 'false', hs_is_closed_won: 'false' }),
      contactIds: [personId],
    };
    this.deals.set(deal.id, deal);
    touch(deal, {});
    return deal.id;
  }

  win(dealId: string, amount: number): void {
    this.editDeal(dealId, {
      hs_is_closed: 'true',
      hs_is_closed_won: 'true',
      amount: String(amount),
      closedate: new Date().toISOString(),
    });
  }

  lose(dealId: string, at = new Date()): void {
    this.editDeal(dealId, {
      hs_is_closed: 'true',
      hs_is_closed_won: 'false',
      closedate: at.toISOString(),
    });
  }

  reopen(dealId: string): void {
    this.editDeal(dealId, { hs_is_closed: 'false', hs_is_closed_won: 'false' });
  }

  editDeal(dealId: string, properties: Readonly<Record<string, string>>): void {
    touch(this.deals.get(dealId) as Deal, properties);
  }

  #record(properties: Record<string, string>): Contact {
    const now = new Date().toISOString();
    return { id: String(++this.#lastId), properties, createdAt: now, updatedAt: now };
  }

  #addContact(properties: Record<string, string>): Contact {
    const contact = this.#record(properties);
    this.contacts.set(contact.id, contact);
    return contact;
  }

  protected nameOf({ method, path }: FakeRequest): string {
    return `${method} ${path.replace(/\/\d+$/, '/ID')}`;
  }

  protected handle(request: FakeRequest): FakeResponse {
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      refuse(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.');
    const body = (request.text === '' ? {} : JSON.parse(request.text)) as never;
    const id = /\/(\d+)$/.exec(request.path)?.[1] ?? '';
    switch (this.nameOf(request)) {
      case 'GET /account-info/v3/details':
        return { status: 200, body: { portalId: 4_711, timeZone: 'UTC' } };
      case 'GET /crm/v3/properties/contacts':
        return { status: 200, body: { results: [...this.properties.values()] } };
      case 'POST /crm/v3/properties/contacts/groups':
        return { status: 201, body };
      case 'POST /crm/v3/properties/contacts':
        return this.#addProperty(body);
      case 'POST /crm/v3/objects/contacts/batch/read':
        return this.#read(body);
      case 'POST /crm/v3/objects/contacts/batch/upsert':
        return this.#upsert(body);
      case 'POST /crm/v3/objects/contacts/batch/update':
        return this.#updateAll(body);
      case 'PATCH /crm/v3/objects/contacts/ID':
        return { status: 200, body: show(this.#update(id, (body as Input).properties)) };
      case 'GET /crm/v3/objects/contacts/ID':
        return this.#get(id, request.query);
      case 'POST /crm/v3/objects/contacts':
        return this.#create(body);
      case 'DELETE /crm/v3/objects/contacts/ID':
        this.contacts.delete(id);
        return { status: 204 };
      case 'POST /crm/v3/objects/contacts/merge': {
        const { primaryObjectId, objectIdToMerge } = body as Record<string, string>;
        const merged = this.mergePersons(String(objectIdToMerge), String(primaryObjectId));
        return { status: 200, body: show(this.contacts.get(merged) as Contact) };
      }
      case 'POST /crm/v3/objects/deals/search':
        return this.#search(body);
      case 'POST /crm/v4/associations/deals/contacts/batch/read':
        return this.#listAssociations(body);
      default:
        return refuse(404, 'OBJECT_NOT_FOUND', `no route ${request.path}`);
    }
  }

  #addProperty(property: Property): FakeResponse {
    if (this.properties.has(property.name)) refuse(409, 'OBJECT_ALREADY_EXISTS', 'Property already exists');
    if (!/^[a-z]\w*$/.test(property.name) || !property.groupName || !property.label)
      refuse(400, 'VALIDATION_ERROR', 'name, label and groupName are required');
    this.properties.set(property.name, property);
    return { status: 201, body: property };
  }

  #read({
    inputs,
    properties,
    idProperty,
  }: {
    inputs: Input[];
    properties: string[];
    idProperty?: string;
  }): FakeResponse {
    checkBatch(inputs.map(({ id }) => id));
    const found = inputs.flatMap(({ id }) => this.#find(id, idProperty) ?? []);
    const status = found.length === inputs.length ? 200 : 207;
    return {
      status,
      body: {
        status: 'COMPLETE',
        results: [...new Set(found)].map((contact) => show(contact, [...properties, 'hs_object_id'])),
        ...(status === 207
          ? {
              numErrors: 1,
              errors: [{ status: 'error', category: 'OBJECT_NOT_FOUND', message: 'not found' }],
            }
          : {}),
      },
    };
  }

  #upsert({ inputs }: { inputs: Input[] }): FakeResponse {
    checkBatch(inputs.map(({ id }) => id));
    const [first] = inputs;
    const idProperty = first?.idProperty ?? '';
    if (idProperty !== 'email' && this.properties.get(idProperty)?.hasUniqueValue !== true)
      refuse(
        400,
        'VALIDATION_ERROR',
        `Unable to perform update/upsert by non-unique 0-1 property ${idProperty}`,
      );
    if (inputs.some((input) => input.idProperty !== idProperty))
      refuse(400, 'VALIDATION_ERROR', 'all inputs must have the same idProperty');
    for (const { id, properties } of inputs) this.#check({ [idProperty]: id, ...properties });
    const results = inputs.map(({ id, properties }) => {
      const known = this.#find(id, idProperty);
      if (known !== null) return { ...show(this.#update(known.id, properties)), new: false };
      return { ...show(this.#addContact({ [idProperty]: id, ...properties })), new: true };
    });
    return { status: 200, body: { status: 'COMPLETE', results } };
  }

  #updateAll({ inputs }: { inputs: Input[] }): FakeResponse {
    checkBatch(inputs.map(({ id }) => id));
    if (inputs.some(({ idProperty }) => idProperty !== undefined))
      refuse(400, 'VALIDATION_ERROR', 'Unable to perform update/upsert by non-unique 0-1 property');
    for (const { properties } of inputs) this.#check(properties);
    const found = inputs.filter(({ id }) => this.contacts.has(id));
    const results = found.map(({ id, properties }) => show(this.#update(id, properties)));
    const missing = inputs.length - found.length;
    return {
      status: missing === 0 ? 200 : 207,
      body: {
        status: 'COMPLETE',
        results,
        ...(missing === 0 ? {} : { numErrors: missing, errors: [{ category: 'OBJECT_NOT_FOUND' }] }),
      },
    };
  }

  #create({ properties }: { properties: Record<string, string> }): FakeResponse {
    this.#check(properties);
    const known = this.#find(properties.email ?? '', 'email');
    if (known !== null) refuse(409, 'CONFLICT', `Contact already exists. Existing ID: ${known.id}`);
    return { status: 201, body: show(this.#addContact(properties)) };
  }

  #get(id: string, query: URLSearchParams): FakeResponse {
    const properties = query.getAll('properties').join(',');
    if (properties.length > MAX_LISTED_PROPERTIES)
      refuse(414, 'URI_TOO_LONG', 'the list of properties is too long');
    const contact = this.contacts.get(id) ?? refuse(404, 'OBJECT_NOT_FOUND', 'no such contact');
    return { status: 200, body: show(contact, properties.split(',')) };
  }

  #update(id: string, properties: Readonly<Record<string, string>>): Contact {
    const contact = this.contacts.get(id) ?? refuse(404, 'OBJECT_NOT_FOUND', 'no such contact');
    this.#check(properties);
    const other = this.#find(properties.email ?? '', 'email');
    if (other !== null && other.id !== id) refuse(409, 'CONFLICT', `Existing ID: ${other.id}`);
    return touch(contact, properties);
  }

  #find(id: string, idProperty: string | undefined): Contact | null {
    if (id === '') return null;
    if (idProperty === undefined) return this.contacts.get(id) ?? null;
    const wanted = idProperty === 'email' ? id.toLowerCase() : id;
    for (const contact of this.contacts.values()) {
      const others = idProperty === 'email' ? (contact.properties.hs_additional_emails ?? '').split(';') : [];
      if (contact.properties[idProperty] === wanted || others.includes(wanted)) return contact;
    }
    return null;
  }

  #check(properties: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(properties)) {
      const property = this.properties.get(name);
      if (property === undefined) refuse(400, 'VALIDATION_ERROR', `PROPERTY_DOESNT_EXIST ${name}`);
      if (property?.type === 'number' && value !== '' && Number.isNaN(Number(value)))
        refuse(400, 'VALIDATION_ERROR', `INVALID_LONG ${name}`);
      if (name === 'email' && value !== '' && !/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(value))
        refuse(400, 'VALIDATION_ERROR', 'INVALID_EMAIL');
      if (this.#rejected.has(value)) refuse(400, 'VALIDATION_ERROR', 'Property values were not valid');
    }
  }

  /** Ends after 10,000 results, like the real one. */
  #search(body: {
    filterGroups: { filters: Filter[] }[];
    sorts?: { propertyName: string }[];
    limit?: number;
    after?: string;
    properties?: string[];
  }): FakeResponse {
    const { filterGroups, limit = 10, after = '0', properties = [] } = body;
    if (limit > 200 || Number(after) + limit > MAX_SEARCHED)
      refuse(400, 'VALIDATION_ERROR', 'a search has up to 200 results a page, and 10,000 in all');
    if (filterGroups.length > 5 || filterGroups.some(({ filters }) => filters.length > 6))
      refuse(400, 'VALIDATION_ERROR', 'too many filters');
    const found = [...this.deals.values()]
      .filter((deal) => filterGroups.some(({ filters }) => filters.every((filter) => matches(deal, filter))))
      .toSorted((a, b) => Number(a.id) - Number(b.id));
    const page = found.slice(Number(after), Number(after) + limit);
    const end = Number(after) + page.length;
    return {
      status: 200,
      body: {
        total: found.length,
        results: page.map((deal) => show(deal, properties)),
        ...(end < found.length ? { paging: { next: { after: String(end) } } } : {}),
      },
    };
  }

  #listAssociations({ inputs }: { inputs: { id: string }[] }): FakeResponse {
    const results = inputs.flatMap(({ id }) => {
      const contactIds = this.deals.get(id)?.contactIds ?? [];
      const to = contactIds.map((contactId) => ({ toObjectId: Number(contactId), associationTypes: [] }));
      return to.length === 0 ? [] : [{ from: { id }, to }];
    });
    return { status: 200, body: { status: 'COMPLETE', results } };
  }
}

function refuse(status: number, category: string, message: string): never {
  throw new Refused(status, { status: 'error', category, message, correlationId: 'fake' });
}

function checkBatch(ids: readonly string[]): void {
  if (ids.length === 0 || ids.length > MAX_BATCH)
    refuse(400, 'VALIDATION_ERROR', `a batch has 1 to ${MAX_BATCH} inputs`);
  if (new Set(ids).size < ids.length) refuse(400, 'VALIDATION_ERROR', 'Duplicate IDs found in batch input');
}

function touch<T extends Contact>(record: T, properties: Readonly<Record<string, string>>): T {
  Object.assign(record.properties, properties);
  if (record.properties.email) record.properties.email = record.properties.email.toLowerCase();
  record.updatedAt = new Date().toISOString();
  record.properties.hs_lastmodifieddate = record.updatedAt;
  return record;
}

const show = ({ id, properties, createdAt, updatedAt }: Contact, only?: readonly string[]) => ({
  id,
  properties: {
    ...(only === undefined
      ? properties
      : Object.fromEntries(only.map((name) => [name, properties[name] || null]))),
    hs_object_id: id,
  },
  createdAt,
  updatedAt,
  archived: false,
});

function matches(record: Contact, { propertyName, operator, value }: Filter): boolean {
  const actual =
    propertyName === 'hs_object_id' ? Number(record.id) : Date.parse(record.properties[propertyName] ?? '');
  if (operator === 'GTE') return actual >= Number(value);
  if (operator === 'GT') return actual > Number(value);
  return refuse(400, 'VALIDATION_ERROR', `unknown operator ${operator}`);
}
