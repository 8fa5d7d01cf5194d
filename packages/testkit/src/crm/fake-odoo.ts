// What our adapter uses of Odoo's JSON-RPC, with records, and with faults that a real one shows only now and then. Behaves like
// Odoo 14, which the drill crm-odoo runs for real.

import type { FakeCrm, FakePerson } from './fake-crm.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from './fake-server.ts';

export interface FakeRecord {
  readonly id: number;
  [field: string]: unknown;
}

type Domain = readonly (readonly [string, string, unknown])[];

const FIELDS: Readonly<Record<string, string>> = {
  name: 'char',
  contact_name: 'char',
  partner_name: 'char',
  email_from: 'char',
  phone: 'char',
  description: 'text',
};
const WON_STAGE = 4;
export const FAKE_LOGIN = { vendor: 'odoo', database: 'acme', login: 'sales@acme.com', api_key: 'secret' };

export class FakeOdoo extends FakeServer implements FakeCrm {
  readonly login = FAKE_LOGIN;
  readonly steps = {
    find: 'authenticate',
    create: 'crm.lead.load',
    read: 'crm.lead.search_read',
    update: 'crm.lead.write',
    pull: 'crm.stage.search_read',
  };
  readonly records = new Map<number, FakeRecord>();
  /** Names of records that Odoo rejects. */
  readonly rejected = new Set<string>();
  readonly #keys = new Map<string, number>();
  readonly #addedFields = new Map<string, string>();
  #lastId = 0;

  static start(): Promise<FakeOdoo> {
    return new FakeOdoo().listen();
  }

  people(): FakePerson[] {
    return [...this.records.values()].map((record) => ({
      id: String(record.id),
      email: String(record.email_from || ''),
      name: String(record.contact_name || ''),
      phone: String(record.phone || ''),
      score: Number(record.x_leadline_score) || null,
      link: typeof record.x_leadline_link === 'string' ? record.x_leadline_link : null,
    }));
  }

  addPerson({ email, name }: { readonly email: string; readonly name: string }): string {
    return String(this.add({ name, contact_name: name, email_from: email }).id);
  }

  editPerson(id: string, { name, phone }: { readonly name?: string; readonly phone?: string }): void {
    this.edit(Number(id), {
      ...(name === undefined ? {} : { contact_name: name }),
      ...(phone === undefined ? {} : { phone: phone || false }),
    });
  }

  deletePerson(id: string): void {
    this.records.delete(Number(id));
  }

  mergePersons(id: string, into: string): string {
    this.deletePerson(id);
    return into;
  }

  reject(name: string): void {
    this.rejected.add(name);
  }

  /** A lead and its deal are one record, until that is closed. */
  addDeal(personId: string): string {
    const record = this.records.get(Number(personId)) as FakeRecord;
    if (record.active === true && record.probability !== 100) return personId;
    return String(this.add({ email_from: record.email_from }).id);
  }

  find(email: string): FakeRecord[] {
    return [...this.records.values()].filter((record) => record.email_from === email);
  }

  add(values: Readonly<Record<string, unknown>>): FakeRecord {
    const id = ++this.#lastId;
    const record = {
      active: true,
      probability: 10,
      stage_id: [1, 'New'],
      expected_revenue: 0,
      ...values,
      id,
    };
    this.records.set(id, record);
    return this.#touch(record, {});
  }

  /** As a user of Odoo, or as one that writes over the API. */
  edit(id: number, values: Readonly<Record<string, unknown>>): void {
    this.#touch(this.records.get(id) as FakeRecord, values);
  }

  win(id: number | string, amount: number): void {
    this.edit(Number(id), {
      stage_id: [WON_STAGE, 'Won'],
      probability: 100,
      expected_revenue: amount,
      date_closed: now(),
    });
  }

  lose(id: number | string, at = new Date()): void {
    this.edit(Number(id), { active: false, probability: 0, date_closed: toTime(at) });
  }

  #touch(record: FakeRecord, values: Readonly<Record<string, unknown>>): FakeRecord {
    Object.assign(record, values, { write_date: now() });
    record.email_normalized = String(record.email_from ?? '').toLowerCase() || false;
    return record;
  }

  reopen(id: string): void {
    this.edit(Number(id), { active: true, stage_id: [1, 'New'], probability: 20 });
  }

  protected nameOf({ text }: FakeRequest): string {
    const { service, args } = readParams(text);
    return service === 'common' ? 'authenticate' : `${args[3]}.${args[4]}`;
  }

  protected handle({ text }: FakeRequest): FakeResponse {
    const { service, args: params } = readParams(text);
    const [, second, third, model, method, args] = params;
    try {
      const options = (params[6] ?? {}) as Record<string, unknown>;
      const result =
        service === 'common'
          ? second === FAKE_LOGIN.login && third === FAKE_LOGIN.api_key && 2
          : this.#execute(String(model), String(method), args as unknown[], options);
      return { status: 200, body: { jsonrpc: '2.0', id: 1, result } };
    } catch (error) {
      const data = { name: (error as Error).message };
      return { status: 200, body: { jsonrpc: '2.0', id: 1, error: { code: 200, data } } };
    }
  }

  #execute(model: string, method: string, args: unknown[], options: Record<string, unknown>): unknown {
    if (method === 'check_access_rights') return true;
    if (method === 'fields_get')
      return Object.fromEntries(
        [...Object.entries(FIELDS), ...this.#addedFields, ['expected_revenue', 'monetary'] as const].map(
          ([name, type]) => [name, { string: name, type, store: true }],
        ),
      );
    if (model === 'ir.model.fields' && method === 'create') {
      const { name, ttype } = args[0] as { name: string; ttype: string };
      this.#addedFields.set(name, ttype);
      return 1;
    }
    if (model === 'ir.ui.view') return 1;
    if (model === 'ir.model') return [{ id: 1 }];
    if (model === 'crm.stage') return [{ id: WON_STAGE }];
    if (model === 'ir.model.data') return this.#findKeys(args[0] as Domain);
    if (method === 'search_read') return this.#search(args[0] as Domain, options);
    if (method === 'load') return this.#load(args[0] as string[], args[1] as string[][]);
    if (method === 'write') return this.#write(args[0] as number[], args[1] as Record<string, unknown>);
    throw new Error('builtins.AttributeError');
  }

  #findKeys(domain: Domain): unknown[] {
    const names = domain.find(([field]) => field === 'name')?.[2];
    return (Array.isArray(names) ? names : []).flatMap((name: string) => {
      const id = this.#keys.get(`leadline.${name}`);
      return id === undefined ? [] : [{ id: 1, name, res_id: id }];
    });
  }

  #search(domain: Domain, { limit = 10_000 }: { limit?: number }): FakeRecord[] {
    const readsArchived = domain.some(([field]) => field === 'active');
    return [...this.records.values()]
      .filter(
        (record) =>
          (readsArchived || record.active === true) && domain.every((term) => matches(record, term)),
      )
      .sort((a, b) => a.id - b.id)
      .slice(0, limit);
  }

  /** All or nothing, like Odoo's. */
  #load(fields: readonly string[], rows: readonly string[][]): object {
    const bad = rows.flatMap((row, index) =>
      this.rejected.has(row[fields.indexOf('name')] ?? '') ? [index] : [],
    );
    if (bad.length > 0)
      return {
        ids: false,
        messages: bad.map((index) => ({ type: 'error', rows: { from: index, to: index }, message: 'no' })),
      };
    const ids = rows.map((row) => {
      const values = Object.fromEntries(
        fields.map((field, index) => [field, toValue(this.#addedFields.get(field), row[index] ?? '')]),
      );
      const known = this.#keys.get(String(row[0]));
      if (known !== undefined && this.records.has(known)) {
        this.edit(known, { ...values, id: known });
        return known;
      }
      const { id } = this.add(values);
      this.#keys.set(String(row[0]), id);
      return id;
    });
    return { ids, messages: [] };
  }

  #write(ids: readonly number[], values: Record<string, unknown>): true {
    for (const id of ids) {
      if (!this.records.has(id)) throw new Error('odoo.exceptions.MissingError');
      this.edit(id, values);
    }
    return true;
  }
}

const readParams = (text: string) =>
  (JSON.parse(text) as { params: { service: string; args: unknown[] } }).params;

const toValue = (type: string | undefined, cell: string): unknown =>
  cell === '' ? false : type === 'integer' ? Number(cell) : cell;

/** Odoo tells times to the second. */
const toTime = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');
const now = (): string => toTime(new Date());

function matches(record: FakeRecord, [field, operator, value]: Domain[number]): boolean {
  const actual = record[field] as never;
  switch (operator) {
    case '=':
      return actual === value;
    case 'in':
      return (value as unknown[]).includes(actual);
    case '>=':
      return actual >= (value as never);
    case '>':
      return actual > (value as never);
    case '<':
      return actual < (value as never);
    default:
      throw new Error('builtins.ValueError');
  }
}
