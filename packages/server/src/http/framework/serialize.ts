// Writes responses by their schemas. A schema is compiled when a response first needs it, and once however many routes
// share it: compiling the nearly thousand responses of all routes took most of the start.

import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

type Serialize = (value: unknown) => string;

const compiled = new WeakMap<TSchema, Serialize>();

export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  return (value) => {
    let serialize = compiled.get(schema);
    if (serialize === undefined) {
      serialize = fastJsonStringify(schema) as Serialize;
      compiled.set(schema, serialize);
    }
    return serialize(value);
  };
};
