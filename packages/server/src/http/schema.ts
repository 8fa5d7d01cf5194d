// What routes share of their schemas.

import { ErrorBody } from '@leadline/contract';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';

/** The schema is for the reader; the body is read by our own code, which is kinder and names the field. */
export const takesAnything: FastifySchemaCompiler<unknown> = () => () => true;

export const errorsOf = (...statuses: readonly number[]): Record<number, typeof ErrorBody> =>
  Object.fromEntries([...statuses, 500].map((status) => [status, ErrorBody]));

/** One sentence about the first thing that is wrong, beginning with the field's name. */
export function describeInvalid(errors: readonly FastifySchemaValidationError[], part: string): Error {
  const error = errors.find(({ keyword }) => keyword !== 'boolean') ?? errors[0];
  const field =
    error?.instancePath.slice(1).replaceAll('/', '.') || (part === 'body' ? 'the body' : 'the query');
  const { allowedValues, additionalProperties } = (error?.params ?? {}) as {
    allowedValues?: readonly string[];
    additionalProperties?: readonly string[];
  };
  if (allowedValues !== undefined) return new Error(`${field} must be one of ${allowedValues.join(', ')}`);
  if (additionalProperties !== undefined) return new Error(`${field} has an unknown field`);
  return new Error(`${field} ${error?.message ?? 'is not valid'}`);
}
