// Salesforce, over its REST API. Leads are records of `Lead`, found by email or by an external ID; a lead that was converted is
// decided by its opportunity.

import type {
  ConnectedCrm,
  CrmAdapter,
  CrmField,
  FieldValue,
  FieldValues,
  NewRecord,
  PulledPage,
  RecordUpdate,
  TokenStore,
  UpdateResult,
  VendorTraits,
} from './adapter.ts';
import { type CrmCaller, type CrmRequest, type CrmResponse, requestCrm } from './call-crm.ts';
import { CrmError } from './crm-error.ts';
import { addSalesforceFields, OWN_FIELDS } from './salesforce-fields.ts';
import { requestSalesforceToken } from './salesforce-token.ts';
import type { CrmTarget } from './seal.ts';

export const SALESFORCE: VendorTraits = {
  name: 'Salesforce',
  requires: ['url', 'login'],
  defaultMapping: {
    title: null,
    name: null,
    first_name: 'FirstName',
    last_name: 'LastName',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    message: 'Description',
    source: null,
    score: 'Leadline_Score__c',
    grade: 'Leadline_Grade__c',
    reasons: 'Leadline_Reasons__c',
    next_step: 'Leadline_Next_Step__c',
    received_at: 'Leadline_Received_At__c',
    link: 'Leadline_Link__c',
  },
  // A change is stamped when it is made, and visible when its transaction ends.
  overlapMs: 15 * 60 * 1_000,
  // It only knows the day.
  closedEarlierMs: 24 * 3_600 * 1_000,
  batchSize: 50,
  updatesPerCall: 200,
};

const DATA = '/services/data/v60.0';
const KEY = 'Leadline_Key__c';
const MAX_RECORDS = 200;
const PAGE_SIZE = 100;
const MAX_FIELDS = 300;
const UNKNOWN = 'Unknown';
/** Queries go into the URL, which may have 16 kB. */
const MAX_TERMS = 50;
const MAX_MORE_PAGES = 20;
/** An object with hundreds of fields and lists of countries. */
const MAX_DESCRIBE_BYTES = 4 * 1024 * 1024;
const TEXTS = new Set(['string', 'textarea', 'phone', 'email', 'url', 'picklist']);
const MAPPABLE = new Set([...TEXTS, 'double', 'int', 'datetime']);

interface Row {
  readonly Id: string;
  readonly [field: string]: unknown;
}

interface SaveResult {
  readonly id?: string | null;
  readonly success: boolean;
  readonly errors?: readonly { readonly statusCode: string }[];
}

interface Describe {
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly type: string;
    readonly length: number;
    readonly updateable: boolean;
  }[];
}

interface Opportunity extends Row {
  readonly Amount: number | null;
  readonly IsClosed: boolean;
  readonly IsWon: boolean;
  readonly CloseDate: string;
  readonly SystemModstamp: string;
  readonly OpportunityContactRoles: {
    readonly records: readonly { readonly Contact: { readonly Email: string | null } | null }[];
  } | null;
}

export class Salesforce implements CrmAdapter {
  readonly #target: CrmTarget;
  readonly #caller: CrmCaller;
  readonly #tokens: TokenStore;
  #token: string | null = null;
  /** By field. */
  #types: ReadonlyMap<string, string>;

  constructor(target: CrmTarget, fields: readonly CrmField[], caller: CrmCaller, tokens: TokenStore) {
    this.#target = target;
    this.#types = new Map(fields.map(({ name, type }) => [name, type]));
    this.#caller = caller;
    this.#tokens = tokens;
  }

  async connect(): Promise<ConnectedCrm> {
    let known = await this.#describe();
    const missing = OWN_FIELDS.filter(({ name }) => !known.some((field) => field.name === name));
    if (missing.length > 0) {
      await addSalesforceFields(missing, DATA, (path, request) => this.#send(path, request));
      known = await this.#describe();
    }
    const fields = known
      .filter(({ type, updateable }) => MAPPABLE.has(type) && updateable)
      .map(({ name, label, type, length }) => ({
        name,
        label: label.slice(0, 100),
        type,
        ...(TEXTS.has(type) && length > 0 ? { maxLength: length } : {}),
        ...(name === KEY ? { isInternal: true as const } : {}),
      }))
      .toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)) || (a.label < b.label ? -1 : 1))
      .slice(0, MAX_FIELDS);
    if (!known.some(({ name }) => name === KEY))
      throw new CrmError(
        'forbidden',
        'this Salesforce user can’t see the fields of Leadline; give it access to them',
      );
    this.#types = new Map(fields.map(({ name, type }) => [name, type]));
    return { fields, recordUrl: `${this.#base}/lightning/r/Lead/{id}/view` };
  }

  async findByEmail(emails: readonly string[]): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    const rows = await this.#select(
      'Id, Email',
      'Lead',
      'Email',
      emails,
      'and IsConverted = false order by Id',
    );
    for (const { Id: id, Email: email } of rows) {
      const key = String(email).toLowerCase();
      const ids = found.get(key) ?? [];
      if (ids.length < 2) found.set(key, [...ids, id]);
    }
    return found;
  }

  async findByKey(keys: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#select(`Id, ${KEY}`, 'Lead', KEY, keys);
    return new Map(rows.map((row) => [String(row[KEY]), row.Id]));
  }

  /** Converted leads can't be changed any more. */
  async read(recordIds: readonly string[], fields: readonly string[]): Promise<Map<string, FieldValues>> {
    const names = ['Id', 'Email', 'Phone', ...fields.filter((field) => /^\w+$/.test(field))];
    const columns = [...new Set(names)].join(', ');
    const rows = await this.#select(columns, 'Lead', 'Id', recordIds, 'and IsConverted = false');
    return new Map(
      rows.map((row) => [
        row.Id,
        Object.fromEntries(
          fields.map((field) => [
            field,
            isPlaceholder(row, field) ? null : this.#fromSalesforce(field, row[field]),
          ]),
        ),
      ]),
    );
  }

  async create(records: readonly NewRecord[]): Promise<Map<string, string | null>> {
    const created = new Map<string, string | null>();
    for (let start = 0; start < records.length; start += MAX_RECORDS) {
      const some = records.slice(start, start + MAX_RECORDS);
      const results = await this.#save(
        `/composite/sobjects/Lead/${KEY}`,
        // Salesforce requires both.
        some.map(({ key, values }) => ({
          LastName: values.FirstName === undefined ? (values.Email ?? values.Phone ?? UNKNOWN) : UNKNOWN,
          Company: UNKNOWN,
          ...values,
          [KEY]: key,
        })),
        // A contact with this email is no reason to refuse a lead. Rules may assign new leads.
        { 'Sforce-Duplicate-Rule-Header': 'allowSave=true' },
      );
      for (const [index, { key }] of some.entries()) {
        const result = results[index];
        created.set(key, result?.success === true && result.id ? result.id : null);
      }
    }
    return created;
  }

  async update(records: readonly RecordUpdate[]): Promise<Map<string, UpdateResult>> {
    const updated = new Map<string, UpdateResult>();
    for (let start = 0; start < records.length; start += MAX_RECORDS) {
      const some = records.slice(start, start + MAX_RECORDS);
      const results = await this.#save(
        '/composite/sobjects',
        some.map(({ recordId: id, values }) => ({ ...values, id })),
        // Otherwise, rules would assign the lead to somebody else.
        { 'Sforce-Auto-Assign': 'FALSE', 'Sforce-Duplicate-Rule-Header': 'allowSave=true' },
      );
      for (const [index, { recordId }] of some.entries())
        updated.set(recordId, describeResult(results[index]));
    }
    return updated;
  }

  async listChanged(since: Date, after: string | null): Promise<PulledPage> {
    const rows = (await this.#query(
      'select Id, Amount, IsClosed, IsWon, CloseDate, SystemModstamp,' +
        ' (select Contact.Email from OpportunityContactRoles order by IsPrimary desc, Id limit 1)' +
        ` from Opportunity where SystemModstamp >= ${since.toISOString()}` +
        (after === null ? '' : ` and Id > ${quote(after)}`) +
        ` order by Id limit ${PAGE_SIZE}`,
    )) as Opportunity[];
    const converted = await this.#select(
      'Id, Email, ConvertedOpportunityId',
      'Lead',
      'ConvertedOpportunityId',
      rows.map(({ Id: id }) => id),
    );
    const leads = new Map(converted.map((lead) => [lead.ConvertedOpportunityId, lead]));
    return {
      deals: rows.map((row) => {
        const lead = leads.get(row.Id);
        const email = row.OpportunityContactRoles?.records[0]?.Contact?.Email ?? lead?.Email;
        return {
          dealId: row.Id,
          recordId: lead?.Id ?? null,
          email: typeof email === 'string' ? email : '',
          outcome: row.IsWon ? 'won' : row.IsClosed ? 'lost' : 'open',
          amount: row.IsWon && typeof row.Amount === 'number' && row.Amount > 0 ? row.Amount : null,
          // A day, and often one to come.
          closedAt: earlier(new Date(row.CloseDate), new Date(row.SystemModstamp)),
        };
      }),
      next: rows.length < PAGE_SIZE ? null : (rows.at(-1)?.Id ?? null),
    };
  }

  async #describe(): Promise<Describe['fields']> {
    const { body } = await this.#send(`${DATA}/sobjects/Lead/describe`, {
      method: 'GET',
      maxBytes: MAX_DESCRIBE_BYTES,
    });
    return (body as Describe).fields;
  }

  async #save(
    path: string,
    records: readonly FieldValues[],
    headers: Readonly<Record<string, string>>,
  ): Promise<readonly SaveResult[]> {
    const { body } = await this.#send(`${DATA}${path}`, {
      method: 'PATCH',
      headers,
      body: {
        allOrNone: false,
        records: records.map((record) => ({ attributes: { type: 'Lead' }, ...record })),
      },
    });
    const results = body as readonly SaveResult[];
    // Somebody else is changing it right now, or the limits of the organization are reached.
    const isBusy = results.some(({ errors = [] }) =>
      errors.some(
        ({ statusCode }) => statusCode === 'UNABLE_TO_LOCK_ROW' || statusCode.endsWith('LIMIT_EXCEEDED'),
      ),
    );
    if (isBusy) throw new CrmError('unavailable', 'Salesforce is busy, or a limit of it is reached');
    return results;
  }

  /** Rows whose `field` has one of the values. */
  async #select(
    columns: string,
    from: string,
    field: string,
    values: readonly string[],
    more = '',
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (let start = 0; start < values.length; start += MAX_TERMS) {
      const terms = values
        .slice(start, start + MAX_TERMS)
        .map(quote)
        .join(', ');
      rows.push(
        ...(await this.#query(`select ${columns} from ${from} where ${field} in (${terms}) ${more}`)),
      );
    }
    return rows;
  }

  async #query(soql: string): Promise<Row[]> {
    const rows: Row[] = [];
    let path: string | undefined = `${DATA}/query?${new URLSearchParams({ q: soql })}`;
    for (let page = 0; path !== undefined && page < MAX_MORE_PAGES; page++) {
      const { body } = await this.#send(path, { method: 'GET' });
      const answer = body as { records: Row[]; nextRecordsUrl?: string };
      rows.push(...answer.records);
      // Salesforce decides how many fit into an answer. Never another address than its own.
      path = answer.nextRecordsUrl?.startsWith(`${DATA}/query/`) ? answer.nextRecordsUrl : undefined;
    }
    return rows;
  }

  /** Asks for another token once, when this one has expired in the middle of a run. */
  async #send(path: string, request: CrmRequest): Promise<CrmResponse> {
    for (let isSecond = false; ; isSecond = true) {
      const rejected = isSecond ? this.#token : null;
      if (this.#token === null || isSecond)
        this.#token = await this.#tokens.get(rejected, (refreshToken) =>
          requestSalesforceToken(this.#target, refreshToken, this.#caller),
        );
      const response = await requestCrm(
        `${this.#base}${path}`,
        {
          ...request,
          headers: { Authorization: `Bearer ${this.#token}`, ...request.headers },
          expects: [...(request.expects ?? []), 403, ...(isSecond ? [] : [401])],
        },
        this.#caller,
      );
      if (response.status === 401) continue;
      if (response.status !== 403 || request.expects?.includes(403) === true) return response;
      const [error] = Array.isArray(response.body) ? (response.body as { errorCode?: unknown }[]) : [];
      // Of a day, which no other API says with this status.
      if (error?.errorCode === 'REQUEST_LIMIT_EXCEEDED')
        throw new CrmError(
          'unavailable',
          'the limit of API requests of Salesforce is reached',
          LIMIT_PAUSE_SECONDS,
        );
      throw new CrmError(
        'forbidden',
        'this Salesforce user may not do that; it needs access to leads and the API',
      );
    }
  }

  get #base(): string {
    return this.#target.url.replace(/\/+$/, '');
  }

  #fromSalesforce(field: string, value: unknown): FieldValue {
    if (typeof value === 'number') return value;
    if (typeof value !== 'string' || value === '') return null;
    return this.#types.get(field) === 'datetime' ? new Date(value).toISOString() : value;
  }
}

/** What we wrote because Salesforce requires something is nobody's edit. */
const isPlaceholder = ({ LastName, Company, Email, Phone }: Row, field: string): boolean =>
  field === 'LastName'
    ? LastName === UNKNOWN || LastName === Email || LastName === Phone
    : field === 'Company' && Company === UNKNOWN;

const LIMIT_PAUSE_SECONDS = 900;

function describeResult(result: SaveResult | undefined): UpdateResult {
  if (result?.success === true) return 'updated';
  return result?.errors?.some(({ statusCode }) => GONE.has(statusCode)) === true ? 'gone' : 'rejected';
}

const GONE = new Set([
  'ENTITY_IS_DELETED',
  'INVALID_CROSS_REFERENCE_KEY',
  'MALFORMED_ID',
  'CANNOT_UPDATE_CONVERTED_LEAD',
]);

const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/[\n\r]/g, ' ')}'`;
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

const DEFAULT_FIELDS = new Set([...Object.values(SALESFORCE.defaultMapping), KEY]);
const isDefault = ({ name }: CrmField): boolean => DEFAULT_FIELDS.has(name);
