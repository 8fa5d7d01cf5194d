// Generates values for a schema: valid, nearly valid, and some that are known to have broken other services.

import fc from 'fast-check';
import type { JsonSchema } from './openapi.ts';

const REAL_TEXTS = [
  'Ana Lopez',
  'ana@example.org',
  '+12125550123',
  '10 Lakh',
  '$15k-20k/mo',
  'We need 40 laptops by Friday',
  'google',
  'Нужен расчёт на 3 офиса',
  '東京でのデモをお願いします',
  'اريد عرض سعر',
  'Pas de budget… “peut-être” 👩🏽‍💻',
];

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u202etxt.exe',
  '\ufeff',
  '\u2028',
  'x'.repeat(201),
  'x'.repeat(2_001),
  'é'.repeat(20_001),
  "'; drop table leads; --",
  '%00',
  '%zz',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '$' + '{jndi:ldap://127.0.0.1/x}',
  '<script>alert(1)</script>',
  'a\r\nX-Injected: yes',
  '-1',
  '101',
  '1e400',
  'NaN',
  '0x10',
  '99999999999999999999',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  '2016-12-31T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01',
];

/** Ordinary text: well-formed and not blank. */
export const wholeText = (maxLength = 120): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...REAL_TEXTS) },
      {
        weight: 2,
        arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(60, maxLength) }),
      },
    )
    .map((text) => text.replaceAll('\0', ' ').slice(0, maxLength).toWellFormed())
    .filter((text) => text.trim() !== '');

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udfff') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, 0, -0, -1, 0.1, 101, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e-9),
  fc.constantFrom([], {}, [[]], [null], [{}], { a: { b: [1] } }, ['a', 2, true]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Generates values that the schema accepts. */
export function validValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(validValue));
  switch (schema.type) {
    case 'string':
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
      return schema.format === 'date-time' ? moment : wholeText(schema.maxLength);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return validArray(schema);
    case 'object':
      return validObject(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function validArray({ items = {}, minItems = 0, uniqueItems = false }: JsonSchema): fc.Arbitrary<unknown[]> {
  const size = { minLength: minItems, maxLength: minItems + 4 };
  return uniqueItems ? fc.uniqueArray(validValue(items), size) : fc.array(validValue(items), size);
}

const moment = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .chain((date) => {
    const utc = date.toISOString();
    return fc.constantFrom(utc, utc.replace(/\.\d+/, ''), utc.replace('Z', '+05:30'));
  });

function validObject({
  properties = {},
  required = [],
  additionalProperties,
}: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, validValue(schema)])),
    { requiredKeys: [...required], noNullPrototype: true },
  );
  if (typeof additionalProperties !== 'object') return known;
  const others = fc.dictionary(
    wholeText(60).filter((name) => name !== '__proto__'),
    validValue(additionalProperties),
    { maxKeys: 4, noNullPrototype: true },
  );
  return fc.tuple(others, known).map(([more, fields]) => ({ ...more, ...fields }));
}

/** A valid value with one flaw: a field that is missing or has the wrong type, an extra field, or a limit exceeded. */
export function nearlyValidValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  if (schema.type !== 'object' || names.length === 0) {
    return fc.oneof(anyValue, ...beyondLimits(schema).map((value) => fc.constant(value)));
  }
  const field = fc.constantFrom(...names);
  const change = fc.oneof(
    { weight: 4, arbitrary: field.chain((name) => changed(name, schema.properties?.[name] ?? {})) },
    { weight: 1, arbitrary: field.map((name) => (fields: Fields) => omit(fields, name)) },
    { weight: 2, arbitrary: fc.oneof(hostileText, wholeText()).chain((name) => changed(name, {})) },
    { weight: 1, arbitrary: anyValue.map((value) => () => value) },
  );
  return fc.tuple(validObject(schema), change).map(([fields, apply]) => apply(fields));
}

type Fields = Record<string, unknown>;

const changed = (name: string, schema: JsonSchema): fc.Arbitrary<(fields: Fields) => unknown> =>
  nearlyValidValue(schema).map((value) => (fields) => {
    const copy: Fields = { ...fields };
    // Assigning to `__proto__` would set the prototype instead of a field.
    Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
    return copy;
  });

const omit = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

const beyondLimits = ({ minimum, maximum, minLength, maxLength }: JsonSchema): unknown[] => [
  ...(minimum === undefined ? [] : [minimum - 1]),
  ...(maximum === undefined ? [] : [maximum + 1]),
  ...(minLength === undefined ? [] : ['x'.repeat(minLength - 1)]),
  ...(maxLength === undefined ? [] : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)]),
];
