// What our adapter uses of Odoo's JSON-RPC, with records, and with faults that a real one shows only now and then. Behaves like
// Odoo 14, which the drill crm-odoo runs for real.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FakeRecord {
  readonly id: number;
  [field: string]: unknown;
}

export type Fault =
  /** Does what was asked, and the answer is lost. */
  | 'lost answer'
  | 'hang'
  /** Sends for as long as somebody reads. */
  | 'endless'
  | '100 MB'
  /** A byte every 100 ms. */
  | 'drip'
  | { readonly status: number; readonly headers?: Record<string, string> }
  | { readonly result: unknown }
  /** Answers correctly after this time. */
  | { readonly delayMs: number };

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

export class FakeOdoo {
  readonly records = new Map<number, FakeRecord>();
  /** The calls so far, such as `crm.lead.write`. */
  readonly calls: string[] = [];
  /** For the next calls of these names. */
  readonly faults = new Map<string, Fault[]>();
  /** Names of records that Odoo rejects. */
  readonly rejected = new Set<string>();
  readonly #server: Server;
  readonly #keys = new Map<string, number>();
  readonly #addedFields = new Map<string, string>();
  #lastId = 0;
  bytesSent = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<FakeOdoo> {
    const server = createServer((request, response) => {
      fake.#answer(request, response).catch(() => response.destroy());
    });
    const fake = new FakeOdoo(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  fail(name: string, ...faults: Fault[]): void {
    this.faults.set(name, [...(this.faults.get(name) ?? []), ...faults]);
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

  win(id: number, amount: number): void {
    this.edit(id, {
      stage_id: [WON_STAGE, 'Won'],
      probability: 100,
      expected_revenue: amount,
      date_closed: now(),
    });
  }

  lose(id: number): void {
    this.edit(id, { active: false, probability: 0, date_closed: now() });
  }

  #touch(record: FakeRecord, values: Readonly<Record<string, unknown>>): FakeRecord {
    Object.assign(record, values, { write_date: now() });
    record.email_normalized = String(record.email_from ?? '').toLowerCase() || false;
    return record;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = JSON.parse(await text(request)) as { params: { service: string; args: unknown[] } };
    const [, second, third, model, method, args] = params.args;
    const name = params.service === 'common' ? 'authenticate' : `${model}.${method}`;
    this.calls.push(name);
    const fault = this.faults.get(name)?.shift();
    if (fault === 'hang') return;
    if (fault === 'endless') return this.#sendMuch(response, Number.POSITIVE_INFINITY);
    if (fault === '100 MB') return this.#sendMuch(response, 100_000_000);
    if (fault === 'drip') return dripSlowly(response);
    if (typeof fault === 'object' && 'delayMs' in fault) await sleep(fault.delayMs);
    if (typeof fault === 'object' && 'result' in fault) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: fault.result }));
      return;
    }
    if (typeof fault === 'object' && 'status' in fault) {
      response.writeHead(fault.status, fault.headers).end('a message with ana@acme.com in it');
      return;
    }
    let body: object;
    try {
      const options = (params.args[6] ?? {}) as Record<string, unknown>;
      const result =
        params.service === 'common'
          ? second === FAKE_LOGIN.login && third === FAKE_LOGIN.api_key && 2
          : this.#execute(String(model), String(method), args as unknown[], options);
      body = { jsonrpc: '2.0', id: 1, result };
    } catch (error) {
      body = { jsonrpc: '2.0', id: 1, error: { code: 200, data: { name: (error as Error).message } } };
    }
    if (fault === 'lost answer') response.destroy();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  #sendMuch(response: ServerResponse, bytes: number): void {
    const chunk = Buffer.alloc(64 * 1024, 32);
    const headers = Number.isFinite(bytes) ? { 'Content-Length': bytes } : {};
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
    let left = bytes;
    const send = (): void => {
      if (response.destroyed) return;
      const next = chunk.subarray(0, left);
      left -= next.length;
      this.bytesSent += next.length;
      if (left <= 0) response.end(next);
      else if (response.write(next)) setImmediate(send);
      else response.once('drain', send);
    };
    send();
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

function dripSlowly(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 100);
  response.once('close', () => clearInterval(timer));
}

const toValue = (type: string | undefined, cell: string): unknown =>
  cell === '' ? false : type === 'integer' ? Number(cell) : cell;

/** Odoo tells times to the second. */
const now = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ');

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
