// Parses the bytes of a body. Also runs on compute threads, for large bodies.

import { isUtf8 } from 'node:buffer';
import { MAX_FORM_FIELDS } from '@leadline/contract/limits';
import { DomainError } from '../../platform/base/domain-error.ts';
import { findJsonExcess } from '../../platform/base/json-excess.ts';

export type BodyFormat = 'json' | 'form';

export interface UnreadBody {
  readonly bytes: Uint8Array;
  readonly format: BodyFormat;
}

/** More than any lead, list of rules or payload of a form tool has. Objects with tens of thousands of names take 0.1 s to
 * build and look through. Batches, which compute threads parse, may have more. */
const MAX_VALUES = 10_000;

export function parseBody({ bytes, format }: UnreadBody, maxValues = MAX_VALUES): unknown {
  const text = decode(bytes);
  return format === 'json' ? readJson(text, maxValues, bytes) : readForm(text, maxValues);
}

function decode(body: Uint8Array): string {
  if (!isUtf8(body)) throw new DomainError('invalid_encoding', 'the body is not UTF-8');
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** No form tool nests as deeply as this. */
const MAX_LEVELS = 100;
/** Shorter bodies can be parsed however they are nested, without looking at each character first. */
const MAX_UNCHECKED_LENGTH = 4_000;

/** Accepts an empty body, because some clients always send a JSON content type. */
function readJson(text: string, maxValues: number, bytes: Uint8Array = Buffer.from(text)): unknown {
  if (text.trim() === '') return undefined;
  if (text.length > MAX_UNCHECKED_LENGTH) rejectExcess(bytes, maxValues);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote parts of the body.
    throw new DomainError('invalid_json', 'the body is not valid JSON');
  }
}

function rejectExcess(bytes: Uint8Array, maxValues: number): void {
  const excess = findJsonExcess(bytes, { levels: MAX_LEVELS, values: maxValues });
  if (excess === 'levels')
    throw new DomainError('invalid_json', `the body is nested more than ${MAX_LEVELS} levels deep`);
  if (excess === 'values')
    throw new DomainError(
      'too_many_fields',
      `the body has more than ${maxValues.toLocaleString('en')} values`,
    );
}

/** `curl -d '{…}'` sends JSON with a form content type. */
function readForm(text: string, maxValues: number): unknown {
  if (text.trimStart().startsWith('{')) return readJson(text, maxValues);
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS) {
    throw tooManyFields();
  }
  return readPairs(new URLSearchParams(text));
}

export const tooManyFields = (): DomainError =>
  new DomainError('too_many_fields', `the form has more than ${MAX_FORM_FIELDS.toLocaleString('en')} fields`);

/** `custom_fields[Your role]=CTO` sets a custom field. Names that are repeated or end in `[]` become lists. */
export function readPairs(pairs: Iterable<readonly [name: string, value: string]>): Record<string, unknown> {
  const fields = new Map<string, string | string[]>();
  const custom = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const inner = /^custom_fields\[([^\]]+)\](?:\[\])?$/.exec(name)?.[1];
    if (inner !== undefined) add(custom, inner, value);
    else add(fields, name.replace(/\[\]$/, ''), value);
  }
  const given = fields.get('custom_fields');
  const read =
    typeof given === 'string' && given.trimStart().startsWith('{') ? readJson(given, MAX_VALUES) : given;
  return {
    ...Object.fromEntries(fields),
    ...(custom.size > 0
      ? { custom_fields: Object.fromEntries(custom) }
      : read === undefined
        ? {}
        : { custom_fields: read }),
  };
}

function add(fields: Map<string, string | string[]>, name: string, value: string): void {
  const before = fields.get(name);
  if (before === undefined) fields.set(name, value);
  else if (typeof before === 'string') fields.set(name, [before, value]);
  else before.push(value);
}
