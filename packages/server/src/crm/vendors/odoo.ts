// Odoo 14 and later, over its JSON-RPC. Leads and opportunities are both records of `crm.lead`.

import type {
  CrmAdapter,
  CrmField,
  FieldValue,
  FieldValues,
  NewRecord,
  RecordUpdate,
  UpdateResult,
  VendorTraits,
} from './adapter.ts';
import { type CrmCaller, callCrm } from './call-crm.ts';
import { CrmError } from './crm-error.ts';
import {
  escapeHtml,
  OdooFault,
  type OdooRow,
  readDeal,
  readFault,
  readFields,
  readLoaded,
  readObject,
  readRows,
  readValue,
  toOdooTime,
  unexpected,
} from './odoo-answers.ts';
import type { CrmTarget } from './seal.ts';

export const ODOO: VendorTraits = {
  name: 'Odoo',
  requires: ['url', 'database', 'login'],
  defaultMapping: {
    title: 'name',
    name: 'contact_name',
    first_name: null,
    last_name: null,
    email: 'email_from',
    phone: 'phone',
    company: 'partner_name',
    message: 'description',
    source: null,
    score: 'x_leadline_score',
    grade: 'x_leadline_grade',
    reasons: 'x_leadline_reasons',
    next_step: 'x_leadline_next_step',
    received_at: 'x_leadline_received_at',
    link: 'x_leadline_link',
  },
  // Odoo stamps a change with the time at which its transaction began, so a long one becomes visible late.
  overlapMs: 15 * 60 * 1_000,
  // Clocks differ.
  closedEarlierMs: 60_000,
  batchSize: 50,
  updatesPerCall: 1,
};

interface OwnField {
  readonly name: string;
  readonly label: string;
  readonly type: 'integer' | 'char' | 'text' | 'datetime';
}

const OWN_FIELDS: readonly OwnField[] = [
  { name: 'x_leadline_score', label: 'Leadline score', type: 'integer' },
  { name: 'x_leadline_grade', label: 'Leadline grade', type: 'char' },
  { name: 'x_leadline_reasons', label: 'Leadline reasons', type: 'text' },
  { name: 'x_leadline_next_step', label: 'Leadline next step', type: 'char' },
  { name: 'x_leadline_received_at', label: 'Received by Leadline', type: 'datetime' },
  { name: 'x_leadline_link', label: 'Open in Leadline', type: 'char' },
];

const VIEW_NAME = 'leadline.crm.lead.form';
const MODEL = 'crm.lead';
const PAGE_SIZE = 100;
/** Of what has no limit of its own. */
const MAX_ROWS = 1_000;
/** The prefix of external IDs, where other importers have the name of a module. */
const NAMESPACE = 'leadline';

export class Odoo implements CrmAdapter {
  readonly #target: CrmTarget;
  readonly #caller: CrmCaller;
  #userId: number | null = null;
  /** By field. */
  #types: ReadonlyMap<string, string>;
  #wonStages: readonly number[] | null = null;
  /** Its name has changed between versions; null if there is none, undefined before it was looked up. */
  #amountField: string | null | undefined;

  /** `fields` are those found when it was connected. */
  constructor(target: CrmTarget, fields: readonly CrmField[], caller: CrmCaller) {
    this.#target = target;
    this.#types = new Map(fields.map(({ name, type }) => [name, type]));
    this.#caller = caller;
  }

  async connect() {
    let fields = await this.#listFields();
    const missing = OWN_FIELDS.filter(({ name }) => !fields.some((field) => field.name === name));
    if (missing.length > 0 && (await this.#mayAddFields())) {
      for (const field of missing) await this.#addField(field);
      fields = await this.#listFields();
    }
    if (OWN_FIELDS.every(({ name }) => fields.some((field) => field.name === name))) await this.#showFields();
    this.#types = new Map(fields.map(({ name, type }) => [name, type]));
    return { fields, recordUrl: `${this.#base}/web#id={id}&model=${MODEL}&view_type=form` };
  }

  async findByEmail(emails: readonly string[]): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    if (emails.length === 0) return found;
    const domain = [
      ['email_normalized', 'in', emails],
      ['probability', '<', 100],
    ];
    const rows = await this.#rows('search_read', [domain], {
      fields: ['email_normalized'],
      order: 'id',
      limit: 20 * emails.length,
    });
    for (const { id, email_normalized: key } of rows) {
      if (typeof key !== 'string') continue;
      const ids = found.get(key) ?? [];
      if (ids.length < 2) found.set(key, [...ids, String(id)]);
    }
    return found;
  }

  async findByKey(keys: readonly string[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const domain = [
      ['module', '=', NAMESPACE],
      ['model', '=', MODEL],
      ['name', 'in', keys],
    ];
    const options = { fields: ['name', 'res_id'], limit: keys.length };
    const rows = await this.#rows('search_read', [domain], options, 'ir.model.data');
    return new Map(
      rows.flatMap(({ name, res_id: id }) =>
        typeof name === 'string' && typeof id === 'number' ? [[name, String(id)]] : [],
      ),
    );
  }

  async read(recordIds: readonly string[], fields: readonly string[]): Promise<Map<string, FieldValues>> {
    if (recordIds.length === 0) return new Map();
    // A search, because reading a record that was deleted is an error for all of them.
    const rows = await this.#rows('search_read', [[['id', 'in', recordIds.map(Number)], EVEN_ARCHIVED]], {
      fields,
      limit: recordIds.length,
    });
    return new Map(
      rows.map((row) => [
        String(row.id),
        Object.fromEntries(fields.map((field) => [field, readValue(this.#types.get(field), row[field])])),
      ]),
    );
  }

  /** Loads them like a file with external IDs, in one transaction: a record that is there already isn't created again. */
  async create(records: readonly NewRecord[]): Promise<Map<string, string | null>> {
    const created = new Map<string, string | null>();
    let left = [...records];
    while (left.length > 0) {
      const fields = [...new Set(left.flatMap(({ values }) => Object.keys(values)))];
      const rows = left.map(({ key, values }) => [
        `${NAMESPACE}.${key}`,
        ...fields.map((field) => this.#toCell(field, values[field] ?? null)),
        'opportunity',
      ]);
      const answer = await this.#call(MODEL, 'load', [['id', ...fields, 'type'], rows], { context: CONTEXT });
      const loaded = readLoaded(answer, left.length);
      if ('ids' in loaded) {
        for (const [index, { key }] of left.entries()) created.set(key, String(loaded.ids[index]));
        return created;
      }
      const { rejected } = loaded;
      // Odoo doesn't always say which record it is, and then none was created.
      if (rejected.size === 0 && left.length > 1) {
        for (const record of left) for (const [key, id] of await this.create([record])) created.set(key, id);
        return created;
      }
      const isRejected = (row: number): boolean => rejected.size === 0 || rejected.has(row);
      for (const { key } of left.filter((_, row) => isRejected(row))) created.set(key, null);
      left = left.filter((_, row) => !isRejected(row));
    }
    return created;
  }

  async update(records: readonly RecordUpdate[]): Promise<Map<string, UpdateResult>> {
    const results = new Map<string, UpdateResult>();
    for (const record of records) results.set(record.recordId, await this.#updateOne(record));
    return results;
  }

  async #updateOne({ recordId, values }: RecordUpdate): Promise<UpdateResult> {
    const written = Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, this.#toOdoo(field, value)]),
    );
    try {
      await this.#call(MODEL, 'write', [[Number(recordId)], written], { context: CONTEXT });
      return 'updated';
    } catch (error) {
      if (!(error instanceof OdooFault)) throw error;
      return error.exception === 'odoo.exceptions.MissingError' ? 'gone' : 'rejected';
    }
  }

  async listChanged(since: Date, after: string | null) {
    this.#wonStages ??= (
      await this.#rows('search_read', [[['is_won', '=', true]]], { fields: ['id'] }, 'crm.stage')
    ).map(({ id }) => id);
    const domain = [['write_date', '>=', toOdooTime(since)], ['id', '>', Number(after ?? 0)], EVEN_ARCHIVED];
    if (this.#amountField === undefined) this.#amountField = await this.#findAmountField();
    const amount = this.#amountField;
    const fields = [
      ...['active', 'probability', 'stage_id', 'date_closed', 'write_date', 'email_from'],
      ...(amount === null ? [] : [amount]),
    ];
    const rows = await this.#rows('search_read', [domain], { fields, order: 'id', limit: PAGE_SIZE });
    // Otherwise, a pass might never end.
    if (rows.some(({ id }, index) => id <= (rows[index - 1]?.id ?? Number(after ?? 0)))) throw unexpected();
    const won = new Set(this.#wonStages);
    return {
      deals: rows.map((row) => readDeal(row, won, amount)),
      next: rows.length < PAGE_SIZE ? null : String(rows.at(-1)?.id),
    };
  }

  async #listFields(): Promise<CrmField[]> {
    const answer = await this.#call(MODEL, 'fields_get', [], {
      attributes: ['string', 'type', 'readonly', 'store'],
    });
    return readFields(answer);
  }

  async #findAmountField(): Promise<string | null> {
    const names = ['expected_revenue', 'planned_revenue'];
    const found = readObject(await this.#call(MODEL, 'fields_get', [names], { attributes: ['type'] }));
    return names.find((name) => Object.hasOwn(found, name)) ?? null;
  }

  async #mayAddFields(): Promise<boolean> {
    const [fields, views] = await Promise.all(
      ['ir.model.fields', 'ir.ui.view'].map((model) =>
        this.#call(model, 'check_access_rights', ['create'], { raise_exception: false }),
      ),
    );
    return fields === true && views === true;
  }

  async #addField({ name, label, type }: OwnField): Promise<void> {
    const [model] = await this.#rows(
      'search_read',
      [[['model', '=', MODEL]]],
      { fields: ['id'] },
      'ir.model',
    );
    await this.#call('ir.model.fields', 'create', [
      { name, field_description: label, ttype: type, model_id: model?.id, state: 'manual', copied: false },
    ]);
  }

  /** Shows our fields on the form of a lead, on a tab of their own. */
  async #showFields(): Promise<void> {
    if (!(await this.#mayAddFields())) return;
    const known = await this.#call('ir.ui.view', 'search_count', [[['name', '=', VIEW_NAME]]]);
    if (known !== 0) return;
    const [form] = await this.#rows(
      'search_read',
      [
        [
          ['module', '=', 'crm'],
          ['name', '=', 'crm_lead_view_form'],
        ],
      ],
      { fields: ['res_id'] },
      'ir.model.data',
    );
    if (form === undefined) return;
    const fields = OWN_FIELDS.map(
      ({ name }) =>
        `<field name="${name}" readonly="1"${name === 'x_leadline_link' ? ' widget="url"' : ''}/>`,
    ).join('');
    await this.#call('ir.ui.view', 'create', [
      {
        name: VIEW_NAME,
        model: MODEL,
        inherit_id: form.res_id,
        arch: `<data><xpath expr="//notebook" position="inside"><page string="Leadline" name="leadline"><group>${fields}</group></page></xpath></data>`,
      },
    ]);
  }

  async #rows(
    method: string,
    args: unknown[],
    options: { readonly fields: readonly string[]; readonly order?: string; readonly limit?: number },
    model = MODEL,
  ): Promise<OdooRow[]> {
    const answer = await this.#call(model, method, args, { context: CONTEXT, ...options });
    return readRows(answer, options.limit ?? MAX_ROWS);
  }

  async #call(model: string, method: string, args: unknown[], options: object = {}): Promise<unknown> {
    const { database, login, apiKey } = this.#target;
    if (this.#userId === null) {
      const userId = await this.#rpc('common', 'authenticate', [database, login, apiKey, {}]);
      if (typeof userId !== 'number')
        throw new CrmError('unauthorized', 'Odoo rejected the login or API key');
      this.#userId = userId;
    }
    return this.#rpc('object', 'execute_kw', [database, this.#userId, apiKey, model, method, args, options]);
  }

  async #rpc(service: string, method: string, args: unknown[]): Promise<unknown> {
    const body = { jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } };
    const answer = await callCrm(`${this.#base}/jsonrpc`, body, this.#caller);
    const { result, error } = readObject(answer);
    if (error !== undefined) throw readFault(error);
    return result;
  }

  get #base(): string {
    return this.#target.url.replace(/\/+$/, '');
  }

  #toOdoo(field: string, value: FieldValue): unknown {
    if (value === null) return false;
    const type = this.#types.get(field);
    if (type === 'datetime') return toOdooTime(new Date(value));
    if (type === 'integer' || type === 'float') return Number(value);
    return type === 'html' ? escapeHtml(String(value)) : String(value);
  }

  /** Cells of a file are texts. */
  #toCell(field: string, value: FieldValue): string {
    return value === null ? '' : String(this.#toOdoo(field, value));
  }
}

/** Times are in UTC, and nobody is notified by email of what we write. */
const CONTEXT = { tz: 'UTC', lang: 'en_US', tracking_disable: true, mail_create_nosubscribe: true };

/** Lost opportunities are archived, and searches leave those out unless asked. */
const EVEN_ARCHIVED = ['active', 'in', [true, false]];
