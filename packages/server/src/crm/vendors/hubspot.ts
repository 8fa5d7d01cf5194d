// HubSpot, over its CRM API v3. Leads are contacts, and deals of a contact decide its lead.
//
// Contacts are read and written by ID in batches, never searched: searches lag behind and end after 10,000 results. Deals are
// searched in the order of their IDs, each page from the last ID on, so no search has more than a page.

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
import { callInHalves } from './in-halves.ts';
import type { CrmTarget } from './seal.ts';

export const HUBSPOT: VendorTraits = {
  name: 'HubSpot',
  requires: [],
  defaultUrl: 'https://api.hubapi.com',
  defaultMapping: {
    title: null,
    name: null,
    first_name: 'firstname',
    last_name: 'lastname',
    email: 'email',
    phone: 'phone',
    company: 'company',
    message: 'message',
    source: null,
    score: 'leadline_score',
    grade: 'leadline_grade',
    reasons: 'leadline_reasons',
    next_step: 'leadline_next_step',
    received_at: 'leadline_received_at',
    link: 'leadline_link',
  },
  // Searches lag behind by seconds, after outages by minutes.
  overlapMs: 15 * 60 * 1_000,
  // Clocks differ.
  closedEarlierMs: 60_000,
  batchSize: 50,
  updatesPerCall: 100,
};

const GROUP = 'leadline';
/** Unique, so that a contact which was added in a call whose answer got lost is found again. */
const KEY = 'leadline_key';

const OWN_PROPERTIES = [
  { name: 'leadline_score', label: 'Leadline score', type: 'number', fieldType: 'number' },
  { name: 'leadline_grade', label: 'Leadline grade', type: 'string', fieldType: 'text' },
  { name: 'leadline_reasons', label: 'Leadline reasons', type: 'string', fieldType: 'textarea' },
  { name: 'leadline_next_step', label: 'Leadline next step', type: 'string', fieldType: 'text' },
  { name: 'leadline_received_at', label: 'Received by Leadline', type: 'datetime', fieldType: 'date' },
  { name: 'leadline_link', label: 'Open in Leadline', type: 'string', fieldType: 'text' },
  { name: KEY, label: 'Leadline key', type: 'string', fieldType: 'text', hasUniqueValue: true },
] as const;

const CONTACTS = '/crm/v3/objects/contacts';
const MAX_BATCH = 100;
const PAGE_SIZE = 100;
const MAX_FIELDS = 300;
const MAPPABLE = new Set(['string', 'number', 'datetime']);
/** Portals have hundreds of properties with texts of help; about 1 kB each. */
const MAX_PROPERTIES_BYTES = 4 * 1024 * 1024;
const DEAL_PROPERTIES = [
  'dealname',
  'amount',
  'closedate',
  'createdate',
  'hs_is_closed',
  'hs_is_closed_won',
  'hs_lastmodifieddate',
];

type Properties = Readonly<Record<string, string | null>>;

interface HubSpotObject {
  readonly id: string;
  readonly properties: Properties;
}

interface Property {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly hidden?: boolean;
  readonly calculated?: boolean;
  readonly modificationMetadata?: { readonly readOnlyValue?: boolean };
}

export class HubSpot implements CrmAdapter {
  readonly #target: CrmTarget;
  readonly #caller: CrmCaller;
  /** By field. */
  #types: ReadonlyMap<string, string>;

  constructor(target: CrmTarget, fields: readonly CrmField[], caller: CrmCaller) {
    this.#target = target;
    this.#types = new Map(fields.map(({ name, type }) => [name, type]));
    this.#caller = caller;
  }

  async connect(): Promise<ConnectedCrm> {
    const { portalId } = (await this.#get('/account-info/v3/details')) as { portalId: number };
    let properties = await this.#listProperties();
    const missing = OWN_PROPERTIES.filter(({ name }) => !properties.some((known) => known.name === name));
    if (missing.length > 0) {
      await this.#addProperties(missing);
      properties = await this.#listProperties();
    }
    const fields = properties
      .filter(
        ({ name, type, hidden, calculated, modificationMetadata }) =>
          MAPPABLE.has(type) &&
          hidden !== true &&
          calculated !== true &&
          modificationMetadata?.readOnlyValue !== true &&
          name !== KEY,
      )
      .map(({ name, label, type }) => ({ name, label: label.slice(0, 100), type }))
      // What is mapped by default must not be cut off.
      .toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)) || (a.label < b.label ? -1 : 1))
      .slice(0, MAX_FIELDS);
    this.#types = new Map(fields.map(({ name, type }) => [name, type]));
    return { fields, recordUrl: `https://app.hubspot.com/contacts/${Number(portalId)}/record/0-1/{id}` };
  }

  async findByEmail(emails: readonly string[]): Promise<Map<string, string[] | null>> {
    const found = new Map<string, string[] | null>();
    const contacts = await callInHalves<string, HubSpotObject | null>(
      emails,
      MAX_BATCH,
      (some) =>
        this.#batch(
          `${CONTACTS}/batch/read`,
          some.map((id) => ({ id })),
          {
            properties: ['email', 'hs_additional_emails'],
            idProperty: 'email',
          },
        ),
      (email) => {
        found.set(email, null);
        return null;
      },
    );
    for (const contact of contacts) {
      if (contact === null) continue;
      const { id, properties } = contact;
      // A contact has one email of its own, and those of contacts that were merged into it.
      const own = [properties.email, ...(properties.hs_additional_emails ?? '').split(';')];
      for (const email of own) if (email) found.set(email.trim().toLowerCase(), [id]);
    }
    return found;
  }

  async findByKey(keys: readonly string[]): Promise<Map<string, string>> {
    const contacts = await this.#readContacts(keys, [KEY], KEY);
    return new Map(contacts.map(({ id, properties }) => [String(properties[KEY]), id]));
  }

  async read(recordIds: readonly string[], fields: readonly string[]): Promise<Map<string, FieldValues>> {
    const contacts = await this.#readContacts(recordIds, fields, null);
    return new Map(
      contacts.map(({ id, properties }) => [
        id,
        Object.fromEntries(fields.map((field) => [field, this.#fromHubSpot(field, properties[field])])),
      ]),
    );
  }

  async create(records: readonly NewRecord[]): Promise<Map<string, string | null>> {
    const created = await callInHalves(
      records,
      MAX_BATCH,
      async (some) => {
        const inputs = some.map(({ key, values }) => {
          const email = typeof values.email === 'string' ? values.email.toLowerCase() : '';
          const id = email === '' ? { id: key, idProperty: KEY } : { id: email, idProperty: 'email' };
          return { ...id, properties: { ...this.#toProperties(values), [KEY]: key } };
        });
        // All of a batch are found by the same property.
        const groups = [
          inputs.filter(({ idProperty }) => idProperty === 'email'),
          inputs.filter(({ idProperty }) => idProperty === KEY),
        ].filter((group) => group.length > 0);
        const results: [string, string][] = [];
        for (const group of groups) {
          const answer = await this.#batch(`${CONTACTS}/batch/upsert`, group);
          if (answer === null) return null;
          for (const { id, properties } of answer) if (properties[KEY]) results.push([properties[KEY], id]);
        }
        return results.length === some.length ? results : null;
      },
      ({ key }): [string, string | null] => [key, null],
    );
    return new Map(created);
  }

  async update(records: readonly RecordUpdate[]): Promise<Map<string, UpdateResult>> {
    const updated = await callInHalves<RecordUpdate, [string, UpdateResult]>(
      records,
      MAX_BATCH,
      async (some) => {
        const [only] = some;
        if (some.length === 1 && only !== undefined) return [[only.recordId, await this.#updateOne(only)]];
        const inputs = some.map(({ recordId: id, values }) => ({
          id,
          properties: this.#toProperties(values),
        }));
        const answer = await this.#batch(`${CONTACTS}/batch/update`, inputs);
        if (answer === null || answer.length !== some.length) return null;
        return some.map(({ recordId }) => [recordId, 'updated']);
      },
      ({ recordId }) => [recordId, 'rejected'],
    );
    return new Map(updated);
  }

  async #updateOne({ recordId, values }: RecordUpdate): Promise<UpdateResult> {
    const { status } = await this.#send(`${CONTACTS}/${Number(recordId)}`, {
      method: 'PATCH',
      body: { properties: this.#toProperties(values) },
      expects: [400, 404, 409],
    });
    return status === 404 ? 'gone' : status >= 400 ? 'rejected' : 'updated';
  }

  async listChanged(since: Date, after: string | null): Promise<PulledPage> {
    const { body } = await this.#send('/crm/v3/objects/deals/search', {
      method: 'POST',
      body: {
        filterGroups: [
          {
            filters: [
              { propertyName: 'hs_lastmodifieddate', operator: 'GTE', value: String(since.getTime()) },
              { propertyName: 'hs_object_id', operator: 'GT', value: after ?? '0' },
            ],
          },
        ],
        sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
        properties: DEAL_PROPERTIES,
        limit: PAGE_SIZE,
      },
    });
    const { results } = body as { results: readonly HubSpotObject[] };
    const contactIds = await this.#findContactsOf(results.map(({ id }) => id));
    const contacts = await this.#readContacts([...new Set(contactIds.values())], ['email'], null);
    const emails = new Map(contacts.map(({ id, properties }) => [id, properties.email ?? '']));
    return {
      deals: results.map(({ id, properties: deal }) => {
        const contactId = contactIds.get(id) ?? null;
        const isWon = deal.hs_is_closed_won === 'true';
        const amount = Number(deal.amount ?? '');
        return {
          dealId: id,
          recordId: contactId,
          email: emails.get(contactId ?? '') ?? '',
          outcome: isWon ? 'won' : deal.hs_is_closed === 'true' ? 'lost' : 'open',
          amount: isWon && amount > 0 ? amount : null,
          closedAt: new Date(deal.closedate ?? deal.hs_lastmodifieddate ?? Date.now()),
        };
      }),
      next: results.length < PAGE_SIZE ? null : (results.at(-1)?.id ?? null),
    };
  }

  /** The first contact of each deal. */
  async #findContactsOf(dealIds: readonly string[]): Promise<Map<string, string>> {
    if (dealIds.length === 0) return new Map();
    const { body } = await this.#send('/crm/v4/associations/deals/contacts/batch/read', {
      method: 'POST',
      body: { inputs: dealIds.map((id) => ({ id })) },
    });
    const { results } = body as {
      results: readonly { from: { id: string }; to: readonly { toObjectId: number | string }[] }[];
    };
    return new Map(
      results.flatMap(({ from, to: [first] }): [string, string][] =>
        first === undefined ? [] : [[from.id, String(first.toObjectId)]],
      ),
    );
  }

  /** Leaves out those that don't exist. */
  async #readContacts(
    ids: readonly string[],
    properties: readonly string[],
    idProperty: string | null,
  ): Promise<HubSpotObject[]> {
    const found: HubSpotObject[] = [];
    for (let start = 0; start < ids.length; start += MAX_BATCH) {
      const { body } = await this.#send(`${CONTACTS}/batch/read`, {
        method: 'POST',
        body: {
          inputs: ids.slice(start, start + MAX_BATCH).map((id) => ({ id })),
          properties,
          ...(idProperty === null ? {} : { idProperty }),
        },
      });
      found.push(...(body as { results: HubSpotObject[] }).results);
    }
    return found;
  }

  /** Null if HubSpot refuses all of them because of some. */
  async #batch(
    path: string,
    inputs: readonly object[],
    options: object = {},
  ): Promise<readonly HubSpotObject[] | null> {
    const request: CrmRequest = {
      method: 'POST',
      body: { inputs, ...options },
      expects: [400, 404, 409],
    };
    const { status, body } = await this.#send(path, request);
    return status >= 400 ? null : (body as { results: readonly HubSpotObject[] }).results;
  }

  async #listProperties(): Promise<readonly Property[]> {
    const { body } = await this.#send('/crm/v3/properties/contacts', {
      method: 'GET',
      maxBytes: MAX_PROPERTIES_BYTES,
    });
    return (body as { results: readonly Property[] }).results;
  }

  async #addProperties(missing: readonly (typeof OWN_PROPERTIES)[number][]): Promise<void> {
    const add = async (path: string, body: object): Promise<void> => {
      const { status } = await this.#send(path, { method: 'POST', body, expects: [403, 409] });
      if (status === 403)
        throw new CrmError(
          'forbidden',
          'this token may not add properties; give its app the scope crm.schemas.contacts.write',
        );
    };
    await add('/crm/v3/properties/contacts/groups', { name: GROUP, label: 'Leadline' });
    for (const property of missing)
      await add('/crm/v3/properties/contacts', { ...property, groupName: GROUP });
  }

  #get = async (path: string): Promise<unknown> => (await this.#send(path, { method: 'GET' })).body;

  #send(path: string, request: CrmRequest): Promise<CrmResponse> {
    const headers = { Authorization: `Bearer ${this.#target.apiKey}` };
    return requestCrm(
      `${this.#target.url.replace(/\/+$/, '')}${path}`,
      { ...request, headers },
      this.#caller,
    );
  }

  #toProperties(values: FieldValues): Properties {
    return Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, value === null ? '' : String(value)]),
    );
  }

  #fromHubSpot(field: string, value: string | null | undefined): FieldValue {
    if (value === null || value === undefined || value === '') return null;
    const type = this.#types.get(field);
    if (type === 'datetime') return new Date(value).toISOString();
    return type === 'number' ? Number(value) : value;
  }
}

const DEFAULT_FIELDS = new Set(Object.values(HUBSPOT.defaultMapping));
const isDefault = ({ name }: CrmField): boolean => DEFAULT_FIELDS.has(name);
