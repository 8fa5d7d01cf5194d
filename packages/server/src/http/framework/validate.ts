// Validates what callers send, in linear time. The library looks at every item and every unknown field before it
// reports an error, however many there are, and compares the items of `uniqueItems` in pairs: 260 kB took it 149 s.
// So it only sees a little more of a value than the schema allows, and `uniqueItems` is checked here.

import { Format, registerAjvFormats } from '@fastify/type-provider-typebox';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

/** The largest limits anywhere in a schema. What is beyond them can't be valid. */
interface Bounds {
  items: number;
  /** Fields that the schema doesn't name. */
  otherFields: number;
  readonly names: Set<string>;
}

type Part = Readonly<Record<string, unknown>>;

registerAjvFormats();
/** The library splits a text at each space before it looks at its length. */
const MAX_MOMENT_LENGTH = 64;
const isMoment = Format.Get('date-time');
Format.Set('date-time', (text) => text.length <= MAX_MOMENT_LENGTH && isMoment?.(text) === true);

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const bounds = findBounds(schema);
  const validator = Compile(replaceUniqueItems(schema) as TSchema);
  // Everything but the body arrives as text.
  const convert = (value: unknown): unknown => (httpPart === 'body' ? value : Value.Convert(schema, value));
  return (value: unknown) => {
    const excerpt = cut(value, bounds);
    const given = convert(excerpt);
    if (!validator.Check(given)) return { error: validator.Errors(given) };
    if (excerpt === value) return { value: given };
    const whole = convert(value);
    return validator.Check(whole) ? { value: whole } : { error: TOO_LARGE };
  };
};

const TOO_LARGE: FastifySchemaValidationError[] = [
  { keyword: 'maxItems', instancePath: '', schemaPath: '', params: {}, message: 'is too large' },
];

/** Refinements come last, so this only sees lists that are short enough. Compares strings and numbers. */
const DISTINCT = {
  check: (items: unknown): boolean => !Array.isArray(items) || new Set(items).size === items.length,
  error: (): string => 'must not have duplicate items',
};

function replaceUniqueItems(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(replaceUniqueItems);
  if (!isPart(part)) return part;
  const { uniqueItems, ...rest } = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, replaceUniqueItems(value)]),
  );
  return uniqueItems === true ? { ...rest, '~refine': [DISTINCT] } : rest;
}

function findBounds(schema: unknown): Bounds {
  const bounds: Bounds = { items: 0, otherFields: 0, names: new Set() };
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit);
    if (!isPart(part)) return;
    const { items, maxItems, properties, additionalProperties, patternProperties, maxProperties } = part;
    if (items !== undefined) bounds.items = Math.max(bounds.items, limitOf(maxItems));
    if (isPart(properties)) for (const name of Object.keys(properties)) bounds.names.add(name);
    const isOpen = isPart(patternProperties) || (isPart(properties) && additionalProperties !== false);
    if (isOpen) bounds.otherFields = Math.max(bounds.otherFields, limitOf(maxProperties));
    Object.values(part).forEach(visit);
  };
  visit(schema);
  return bounds;
}

const limitOf = (max: unknown): number => (typeof max === 'number' ? max : Number.POSITIVE_INFINITY);

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keeps one item and one field beyond the bounds, which makes the value invalid. Returns the value itself if it is
 * within them. */
function cut(value: unknown, bounds: Bounds): unknown {
  if (Array.isArray(value)) {
    const kept = value.length > bounds.items ? value.slice(0, bounds.items + 1) : value;
    const items = kept.map((item) => cut(item, bounds));
    return kept === value && items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isPart(value)) return value;
  const names = Object.keys(value);
  const kept =
    names.length > bounds.names.size + bounds.otherFields ? chooseNames(value, names, bounds) : names;
  const fields = kept.map((name) => [name, cut(value[name], bounds)] as const);
  return kept === names && fields.every(([name, field]) => field === value[name])
    ? value
    : Object.fromEntries(fields);
}

function chooseNames(value: Part, given: readonly string[], { names, otherFields }: Bounds): string[] {
  const known = [...names].filter((name) => Object.hasOwn(value, name));
  const others: string[] = [];
  for (const name of given) {
    if (others.length > otherFields) break;
    if (!names.has(name)) others.push(name);
  }
  return [...known, ...others];
}
