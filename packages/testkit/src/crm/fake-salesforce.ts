// What our adapter and jsforce use of Salesforce's REST API, with records. README.md says what it knows, and from where.

import type { FakeCrm, FakePerson } from './fake-crm.ts';
import { type FakeRequest, type FakeResponse, FakeServer, Refused } from './fake-server.ts';
import { type Row, runSoql } from './fake-soql.ts';

const CONSUMER = { key: 'consumer-key', secret: 'consumer-secret' };
const MAX_RECORDS = 200;
const STANDARD: readonly (readonly [string, string, number])[] = [
  ['FirstName', 'string', 40],
  ['LastName', 'string', 80],
  ['Company', 'string', 255],
  ['Email', 'email', 80],
  ['Phone', 'phone', 40],
  ['Description', 'textarea', 32_000],
];
const TYPES: Readonly<Record<string, string>> = {
  Number: 'double',
  Text: 'string',
  LongTextArea: 'textarea',
  DateTime: 'datetime',
  Url: 'url',
};

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly length: number;
  readonly updateable: boolean;
}

type Values = Readonly<Record<string, unknown>>;

export class FakeSalesforce extends FakeServer implements FakeCrm {
  readonly login = { vendor: 'salesforce', login: CONSUMER.key, api_key: CONSUMER.secret };
  readonly steps = {
    find: 'GET query Lead',
    create: 'PATCH composite/sobjects/Lead/Leadline_Key__c',
    read: 'GET query Lead',
    update: 'PATCH composite/sobjects',
    pull: 'GET query Opportunity',
  };
  readonly tables = new Map<string, Map<string, Row>>();
  readonly fields: Field[] = STANDARD.map(([name, type, length]) => ({
    name,
    label: name,
    type,
    length,
    updateable: true,
  }));
  /** Added fields are invisible until a permission set of the user shows them. */
  readonly #hidden = new Map<string, Field>();
  readonly #rejected = new Set<string>();
  readonly #tokens = new Set<string>();
  /** Each works once: the answer has another. */
  readonly refreshTokens = new Set<string>();
  #lastId = 0;

  static start(): Promise<FakeSalesforce> {
    return new FakeSalesforce().listen();
  }

  people(): FakePerson[] {
    return this.#rows('Lead').map((row) => ({
      id: row.Id,
      email: String(row.Email ?? ''),
      name: [row.FirstName, row.LastName].filter(Boolean).join(' '),
      phone: String(row.Phone ?? ''),
      score: Number(row.Leadline_Score__c ?? 0) || null,
      link: typeof row.Leadline_Link__c === 'string' ? row.Leadline_Link__c : null,
    }));
  }

  addPerson({ email, name }: { readonly email: string; readonly name: string }): string {
    const [FirstName, LastName = ''] = name.split(' ');
    return this.add('Lead', { Email: email, FirstName, LastName, Company: 'Acme', IsConverted: false }).Id;
  }

  editPerson(id: string, { name, phone }: { readonly name?: string; readonly phone?: string }): void {
    const [FirstName, LastName] = (name ?? '').split(' ');
    this.#change('Lead', id, {
      ...(name === undefined ? {} : { FirstName, LastName }),
      ...(phone === undefined ? {} : { Phone: phone || null }),
    });
  }

  deletePerson(id: string): void {
    this.#table('Lead').delete(id);
  }

  mergePersons(id: string, into: string): string {
    this.deletePerson(id);
    return into;
  }

  reject(name: string): void {
    this.#rejected.add(name);
  }

  /** Converts the lead, unless it is converted. */
  addDeal(personId: string): string {
    const { Email, IsConverted } = this.#table('Lead').get(personId) as Row;
    const { Id } = this.add('Opportunity', {
      IsClosed: false,
      IsWon: false,
      Amount: null,
      CloseDate: '2030-01-31',
      OpportunityContactRoles: { totalSize: 1, done: true, records: [{ Contact: { Email } }] },
    });
    if (IsConverted !== true)
      this.#change('Lead', personId, { IsConverted: true, ConvertedOpportunityId: Id });
    return Id;
  }

  win(dealId: string, amount: number): void {
    this.#change('Opportunity', dealId, { IsClosed: true, IsWon: true, Amount: amount, CloseDate: today() });
  }

  lose(dealId: string, at = new Date()): void {
    const CloseDate = at.toISOString().slice(0, 10);
    this.#change('Opportunity', dealId, { IsClosed: true, IsWon: false, CloseDate });
  }

  reopen(dealId: string): void {
    this.#change('Opportunity', dealId, { IsClosed: false, IsWon: false });
  }

  /** As when a session ends, or an administrator revokes it. */
  expireTokens(): void {
    this.#tokens.clear();
  }

  add(table: string, values: Values): Row {
    const Id = `${PREFIXES[table] ?? '0XX'}${String(++this.#lastId).padStart(15, '0')}`;
    const row = { ...values, Id, CreatedDate: now(), SystemModstamp: now() };
    this.#table(table).set(Id, row);
    return row;
  }

  #change(table: string, id: string, values: Values): void {
    Object.assign(this.#table(table).get(id) as Row, values, { SystemModstamp: now() });
  }

  #table(name: string): Map<string, Row> {
    const table = this.tables.get(name) ?? new Map<string, Row>();
    this.tables.set(name, table);
    return table;
  }

  #rows = (name: string): Row[] => [...this.#table(name).values()];

  protected nameOf({ method, path, query }: FakeRequest): string {
    const short = path.replace(/^\/services\/data\/v[\d.]+\//, '');
    if (short !== 'query') return `${method} ${short}`;
    return `${method} query ${/\) from (\w+)|^select [^(]*? from (\w+)/i
      .exec(query.get('q') ?? '')
      ?.slice(1)
      .find(Boolean)}`;
  }

  protected handle(request: FakeRequest): FakeResponse {
    if (request.path === '/services/oauth2/token') return this.#signIn(new URLSearchParams(request.text));
    if (!this.#tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      refuse(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
    const name = this.nameOf(request);
    const body = (request.text === '' ? {} : JSON.parse(request.text)) as never;
    if (name.startsWith('GET query '))
      return { status: 200, body: this.#query(request.query.get('q') ?? '') };
    if (name === 'GET ')
      return { status: 200, body: { identity: `${this.url}/id/00D000000000001/005000000000001` } };
    if (name === 'GET sobjects/Lead/describe')
      return { status: 200, body: { name: 'Lead', fields: this.#visible() } };
    if (name === 'POST tooling/sobjects/CustomField') return this.#addField(body);
    if (name === 'PATCH composite/sobjects') return this.#updateAll(body);
    const upserted = /^PATCH composite\/sobjects\/(\w+)\/(\w+)$/.exec(name);
    if (upserted !== null) return this.#upsertAll(body, upserted[2] ?? '', request);
    const created = /^POST sobjects\/(\w+)$/.exec(name)?.[1];
    if (created !== undefined) return this.#create(created, body);
    return refuse(404, 'NOT_FOUND', `no route ${name}`);
  }

  #signIn(form: URLSearchParams): FakeResponse {
    const isKnown = form.get('client_id') === CONSUMER.key && form.get('client_secret') === CONSUMER.secret;
    const refreshToken = form.get('refresh_token') ?? '';
    const isAllowed =
      form.get('grant_type') === 'client_credentials' ||
      (form.get('grant_type') === 'refresh_token' && this.refreshTokens.delete(refreshToken));
    if (!isKnown || !isAllowed)
      throw new Refused(400, { error: 'invalid_grant', error_description: 'expired access/refresh token' });
    const token = `00D-token-${++this.#lastId}`;
    this.#tokens.add(token);
    const next = refreshToken === '' ? {} : { refresh_token: `refresh-${this.#lastId}` };
    if (next.refresh_token !== undefined) this.refreshTokens.add(next.refresh_token);
    return {
      status: 200,
      body: {
        access_token: token,
        instance_url: this.url,
        token_type: 'Bearer',
        id: `${this.url}/id/00D/005`,
        ...next,
      },
    };
  }

  #query(soql: string): object {
    const problem = (message: string): never => refuse(400, 'MALFORMED_QUERY', message);
    const records = runSoql(soql, this.#rows, problem);
    return { totalSize: records.length, done: true, records };
  }

  #visible(): Field[] {
    const isAssigned = this.#rows('PermissionSetAssignment').length > 0;
    const shown = new Set(isAssigned ? this.#rows('FieldPermissions').map(({ Field: name }) => name) : []);
    return [...this.fields, ...[...this.#hidden.values()].filter(({ name }) => shown.has(`Lead.${name}`))];
  }

  #addField({ FullName, Metadata }: { FullName: string; Metadata: Record<string, unknown> }): FakeResponse {
    const name = FullName.replace('Lead.', '');
    const type = TYPES[String(Metadata.type)];
    if (type === undefined || !name.endsWith('__c')) refuse(400, 'INVALID_FIELD', FullName);
    if (this.#hidden.has(name)) refuse(400, 'DUPLICATE_DEVELOPER_NAME', FullName);
    const length = Number(Metadata.length ?? (type === 'url' ? 255 : 0));
    this.#hidden.set(name, {
      name,
      label: String(Metadata.label),
      type: type ?? '',
      length,
      updateable: true,
    });
    return { status: 201, body: { id: `00N${name}`, success: true, errors: [] } };
  }

  #create(table: string, values: Values): FakeResponse {
    if (table === 'Lead') {
      const problem = this.#check(values);
      if (problem !== null) refuse(400, problem, 'the record is not valid');
    }
    return { status: 201, body: { id: this.add(table, values).Id, success: true, errors: [] } };
  }

  #upsertAll({ records }: { records: Values[] }, key: string, { headers }: FakeRequest): FakeResponse {
    checkSize(records);
    if (!this.#visible().some(({ name }) => name === key)) refuse(404, 'NOT_FOUND', `no field ${key}`);
    const results = records.map((record) => {
      const values = withoutAttributes(record);
      const problem = this.#check(values);
      if (problem !== null) return failed(problem);
      const known = this.#rows('Lead').find((row) => row[key] === values[key]);
      if (known !== undefined) {
        this.#change('Lead', known.Id, values);
        return { id: known.Id, success: true, created: false, errors: [] };
      }
      const isDuplicate = this.#rows('Contact').some(({ Email }) => Email === values.Email);
      if (isDuplicate && headers['sforce-duplicate-rule-header'] !== 'allowSave=true')
        return failed('DUPLICATES_DETECTED');
      if (!values.LastName || !values.Company) return failed('REQUIRED_FIELD_MISSING');
      return {
        id: this.add('Lead', { IsConverted: false, ...values }).Id,
        success: true,
        created: true,
        errors: [],
      };
    });
    return { status: 200, body: results };
  }

  #updateAll({ records }: { records: Values[] }): FakeResponse {
    checkSize(records);
    const results = records.map((record) => {
      const { id, Id = id, ...values } = withoutAttributes(record);
      const row = this.#table('Lead').get(String(Id));
      const problem = row === undefined ? 'ENTITY_IS_DELETED' : this.#check(values);
      if (problem !== null) return failed(problem);
      if (row?.IsConverted === true) return failed('CANNOT_UPDATE_CONVERTED_LEAD');
      this.#change('Lead', String(Id), values);
      return { id: Id, success: true, errors: [] };
    });
    return { status: 200, body: results };
  }

  #check(values: Values): string | null {
    for (const [name, value] of Object.entries(values)) {
      const field = this.#visible().find((known) => known.name === name);
      if (field === undefined)
        return refuse(400, 'INVALID_FIELD', `No such column '${name}' on sobject of type Lead`);
      if (typeof value === 'string' && field.length > 0 && value.length > field.length)
        return 'STRING_TOO_LONG';
      if (field.type === 'double' && value !== null && typeof value !== 'number') return 'JSON_PARSER_ERROR';
      if (name === 'Email' && value && !/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(String(value)))
        return 'INVALID_EMAIL_ADDRESS';
      if (this.#rejected.has(String(value))) return 'FIELD_CUSTOM_VALIDATION_EXCEPTION';
    }
    return null;
  }
}

const PREFIXES: Readonly<Record<string, string>> = { Lead: '00Q', Opportunity: '006', PermissionSet: '0PS' };

function refuse(status: number, errorCode: string, message: string): never {
  throw new Refused(status, [{ errorCode, message }]);
}

const failed = (statusCode: string) => ({
  success: false,
  errors: [{ statusCode, message: statusCode, fields: [] }],
});

function checkSize(records: readonly Values[]): void {
  if (records.length > MAX_RECORDS) refuse(400, 'EXCEEDED_ID_LIMIT', 'record limit reached: 200');
  if (records.some(({ attributes }) => (attributes as Values | undefined)?.type === undefined))
    refuse(400, 'INVALID_INPUT', 'attributes.type is required');
}

function withoutAttributes({ attributes: _, ...values }: Values): Values {
  return values;
}

/** With an offset that JavaScript's parser has to accept. */
const now = (): string => new Date().toISOString().replace('Z', '+0000');
const today = (): string => new Date().toISOString().slice(0, 10);
