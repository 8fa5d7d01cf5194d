// Turns a schema of the OpenAPI document into a TypeScript type.

import type { Schema } from './openapi.ts';

/** `Error` would hide the global of that name. */
export const typeName = (name: string): string => (name === 'Error' ? 'ErrorBody' : name);

export function describeSchema(schema: Schema): string {
  if (schema.$ref !== undefined) return typeName(schema.$ref.split('/').at(-1) as string);
  if (schema.anyOf !== undefined) return union(schema.anyOf.map(describeSchema));
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  switch (schema.type) {
    case 'object':
      return describeObject(schema);
    case 'array':
      return `readonly ${wrap(describeSchema(schema.items ?? {}))}[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case undefined:
      return 'unknown';
    default:
      throw new Error(`cannot describe the type ${schema.type}`);
  }
}

export function describeProperty(name: string, schema: Schema, isRequired: boolean): string {
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  const type = describeSchema(schema);
  return `${comment(schema.description)}${key}${isRequired ? `: ${type}` : `?: ${type} | undefined`};\n`;
}

export const comment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;

function describeObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const names = Object.keys(properties);
  const others = describeOthers(additionalProperties);
  if (names.length === 0) return `Readonly<Record<string, ${others ?? 'never'}>>`;
  const fields = names.map((name) =>
    describeProperty(name, properties[name] as Schema, required.includes(name)),
  );
  // With fields beside it, an index signature has to fit all of them.
  const index = others === null ? '' : '[field: string]: unknown;\n';
  return `{\n${fields.join('')}${index}}`;
}

function describeOthers(schema: boolean | Schema | undefined): string | null {
  if (schema === undefined || schema === false) return null;
  return schema === true ? 'unknown' : describeSchema(schema);
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const wrap = (type: string): string => (/^\w+$/.test(type) ? type : `(${type})`);
