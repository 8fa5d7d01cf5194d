// Elementor forms. With "Advanced data": fields by ID, each with title, type and value, either flat in a form-encoded
// body (`fields[email][value]=…`) or nested. Without it: answers by label, then the form and optional metadata.

import { isRecord } from '../is-record.ts';
import { Fields, nameQuestion, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';
import { isBotCheck } from './technical.ts';

type Part = Readonly<Record<string, unknown>>;

export function readElementor(input: Readonly<Record<string, unknown>>): Unwrapped | null {
  const { fields: nested, form } = input;
  if (isRecord(nested) && isRecord(form)) return readNested(input, nested, form);
  const names = Object.keys(input);
  if (names.some((name) => name.startsWith('fields['))) return readFlat(input, names);
  return isSimple(input) ? readSimple(input) : null;
}

const SECTIONS: readonly string[] = ['fields', 'form', 'meta'];

function readNested(input: Part, nested: Part, form: Part): Unwrapped | null {
  const parts = new Map<string, Part>();
  for (const id of Object.keys(nested)) {
    const part = nested[id];
    if (!isRecord(part) || !Object.hasOwn(part, 'value')) return null;
    parts.set(id, part);
  }
  if (parts.size === 0) return null;
  const fields = putParts(parts);
  for (const name of Object.keys(input)) if (!SECTIONS.includes(name)) fields.put(name, input[name]);
  if (isRecord(input.meta) && isRecord(input.meta.page_url))
    fields.put('page_url', input.meta.page_url.value);
  fields.putFormName(form.name);
  return { fields: fields.toObject(), deliveryId: null };
}

/** `fields[email][value]`, `form[name]`, `meta[page_url][value]` */
const PART = /^fields\[([^\]]*)\]\[(title|type|value)\]$/;
const BRACKETED = /^(?:fields|form|meta)\[/;

function readFlat(input: Part, names: readonly string[]): Unwrapped | null {
  const parts = new Map<string, Record<string, unknown>>();
  for (const name of names) {
    const [, id, member] = PART.exec(name) ?? [];
    if (id === undefined || member === undefined) continue;
    const part = parts.get(id) ?? {};
    part[member] = input[name];
    parts.set(id, part);
  }
  const isAdvanced = [...parts.values()].some(
    ({ title, type, value }) => value !== undefined && (title ?? type) !== undefined,
  );
  if (!isAdvanced) return null;
  const fields = putParts(parts);
  for (const name of names) if (!BRACKETED.test(name)) fields.put(name, input[name]);
  fields.put('page_url', input['meta[page_url][value]']);
  fields.putFormName(input['form[name]']);
  return { fields: fields.toObject(), deliveryId: null };
}

/** Field types that hold no answer, or a secret one. */
const SKIPPED_TYPES = new Set(['honeypot', 'html', 'password', 'recaptcha', 'recaptcha_v3', 'step']);

function putParts(parts: ReadonlyMap<string, Part>): Fields {
  const fields = new Fields();
  for (const [id, { title, type, value }] of parts) {
    // People retitle the first field of a new form ("Company") and leave its ID as `name`.
    const question = nameQuestion(title, id === 'name' ? textOf(title) || id : id);
    if (type === 'email') fields.putContact('email', question, value);
    else if (type === 'tel') fields.putContact('phone', question, value);
    else if (!SKIPPED_TYPES.has(textOf(type))) fields.put(question, value);
  }
  return fields;
}

/** An Elementor widget ID has about seven hexadecimal digits. */
const isSimple = ({ form_id, form_name }: Part): boolean =>
  typeof form_name === 'string' && /^[0-9a-f]{6,8}$/.test(textOf(form_id));

/** Elementor names a field without a label using this prefix and its ID. */
const NO_LABEL = /^No Label (?=.)/;

function readSimple(input: Part): Unwrapped {
  const names = Object.keys(input);
  const metadata = findMetadata(input, names);
  const fields = new Fields();
  for (const name of names) {
    const isTechnical = name === 'form_id' || metadata.has(name) || isBotCheck(name);
    if (!isTechnical) fields.put(name.replace(NO_LABEL, ''), input[name]);
  }
  return { fields: fields.toObject(), deliveryId: null };
}

const TIME = /^\D{0,8}\d{1,2}[:.h]\d{2}\D{0,8}$/;

/** Between the answers and the form ID come date, time, page URL, browser, IP address and "powered by", titled in the
 * language of the site. All but the page URL are removed: today's date would be read as "wants to start today". */
function findMetadata(input: Part, names: readonly string[]): ReadonlySet<string> {
  const valueAt = (index: number): string => textOf(input[names[index] ?? '']);
  const browser = names.findIndex((_, index) => valueAt(index).startsWith('Mozilla/'));
  if (browser < 0) return new Set();
  const hasDateAndTime = valueAt(browser - 1).startsWith('http') && TIME.test(valueAt(browser - 2));
  const dateAndTime = hasDateAndTime ? names.slice(Math.max(browser - 3, 0), browser - 1) : [];
  const end = Math.min(browser + 3, names.indexOf('form_id'));
  return new Set([...dateAndTime, ...names.slice(browser, Math.max(browser + 1, end))]);
}
