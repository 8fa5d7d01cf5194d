// Generates the bodies that are most expensive to validate by a schema: for each part of it, everything that fills a
// given number of bytes in a way that validators tend to be slow at, with the rest of the body valid.

import fc from 'fast-check';
import { validValue } from '../fuzz/generate-values.ts';
import type { JsonSchema } from '../fuzz/openapi.ts';

export interface WorstBody {
  readonly name: string;
  readonly json: string;
}

/** A part of the schema, and how to put a value in its place. */
interface Place {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly embed: (json: string) => string;
}

const DEPTH = 90;
const HOLE = 'the value goes here';

export function* worstBodies(schema: JsonSchema, bytes: number): Generator<WorstBody> {
  for (const { path, schema: part, embed } of places(schema, '', (json) => json))
    for (const [kind, json] of fillings(part, bytes - embed('').length))
      yield { name: `${kind} in ${path || 'the body'}`, json: embed(json) };
}

function* places(schema: JsonSchema, path: string, embed: Place['embed']): Generator<Place> {
  yield { path, schema, embed };
  for (const option of schema.anyOf ?? []) yield* places(option, path, embed);
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const around = { ...(sample(schema) as object), [name]: HOLE };
    yield* places(part, `${path}.${name}`, (json) => embed(fillHole(around, json)));
  }
  if (schema.items !== undefined)
    yield* places(schema.items, `${path}[]`, (json) => embed(fillHole([HOLE], json)));
  if (typeof schema.additionalProperties === 'object')
    yield* places(schema.additionalProperties, `${path}.*`, (json) => embed(fillHole({ key: HOLE }, json)));
}

const fillHole = (around: unknown, json: string): string =>
  JSON.stringify(around).replace(JSON.stringify(HOLE), () => json);

function* fillings(schema: JsonSchema, bytes: number): Generator<readonly [kind: string, json: string]> {
  const { type, items, properties = {}, additionalProperties } = schema;
  // What isn't a list or an object only has to reject them.
  const values = items === undefined ? ['1'] : ['1', 'null', '{}', '"a"', JSON.stringify(sample(items))];
  for (const item of new Set(values)) {
    const many = `${item},`.repeat(Math.floor(bytes / (item.length + 1)) - 1);
    yield [`many ${item.slice(0, 40)}`, `[${many}${item}]`];
    if (items !== undefined) yield [`many ${item.slice(0, 40)} and one that differs`, `[${many}true]`];
  }
  if (items !== undefined)
    yield ['many different texts', `[${numbered(bytes, (index) => `"${index.toString(36)}"`)}]`];
  const fields =
    typeof additionalProperties === 'object' ? ['1', JSON.stringify(sample(additionalProperties))] : ['1'];
  const known = type === 'object' ? JSON.stringify(sample(schema)).slice(1, -1) : '';
  for (const field of new Set(fields)) {
    const wide = numbered(bytes, (index) => `"k${index.toString(36)}":${field}`);
    yield [`many fields with ${field.slice(0, 40)}`, `{${wide}${known === '' ? '' : `,${known}`}}`];
  }
  for (const name of Object.keys(properties).slice(0, 5)) {
    const deep = `${`{"${name}":`.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
    yield [
      `deep ${name}`,
      `[${`${deep},`.repeat(Math.max(0, Math.floor(bytes / (deep.length + 1)) - 1))}${deep}]`,
    ];
  }
  const deepLists = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
  yield ['deep lists', `[${`${deepLists},`.repeat(Math.floor(bytes / (deepLists.length + 1)))}1]`];
  for (const text of textsFor(schema))
    yield [`a long text of ${text}`, JSON.stringify(text.repeat(Math.floor(bytes / byteLength(text))))];
}

/** Repeats what a pattern or format accepts, and what is nearly accepted. */
function textsFor(schema: JsonSchema): Set<string> {
  if (schema.type !== 'string') return new Set(['a']);
  const own = String(sample(schema));
  return new Set(['a', '0', ',', '-', ' ', '😀', own || 'b', `${own},`]);
}

const byteLength = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

function numbered(bytes: number, make: (index: number) => string): string {
  const parts: string[] = [];
  let length = 0;
  for (let index = 0; length < bytes; index++) {
    const part = make(index);
    parts.push(part);
    length += part.length + 1;
  }
  return parts.join(',');
}

const sample = (schema: JsonSchema): unknown => fc.sample(validValue(schema), { numRuns: 1, seed: 1 })[0];

export interface WorstQuery {
  readonly name: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** As Fastify parses them: repeated names become lists. */
export function* worstQueries({ properties = {} }: JsonSchema, bytes: number): Generator<WorstQuery> {
  const fields = Array.from({ length: bytes / 4 }, (_, index) => [index.toString(36), ''] as const);
  yield { name: 'many fields', query: Object.fromEntries(fields) };
  for (const [name, schema] of Object.entries(properties)) {
    yield { name: `many ${name}`, query: { [name]: Array(Math.floor(bytes / (name.length + 2))).fill('1') } };
    for (const text of textsFor(schema))
      yield {
        name: `a long text of ${text} in ${name}`,
        query: { [name]: text.repeat(bytes / text.length) },
      };
  }
}
