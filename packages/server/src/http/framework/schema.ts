// Schema helpers shared by routes.

import { ErrorBody, InterfaceError } from '@leadline/contract';
import type {
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySchemaValidationError,
  HookHandlerDoneFunction,
} from 'fastify';
import { type TObject, type TSchema, type TString, Type } from 'typebox';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { IdKind } from '../../platform/base/ids.ts';
import { compileValidator } from './validate.ts';

/** For routes that use their schema only for documentation. Our own code validates the body, more leniently and with
 * better errors. */
export const skipValidation: FastifySchemaCompiler<unknown> = () => () => true;

export const errorsOf = (...statuses: readonly number[]): Record<number, typeof ErrorBody> =>
  Object.fromEntries(withCommon(statuses).map((status) => [status, ErrorBody]));

/** Error responses of the three interface calls. */
export const interfaceErrorsOf = (...statuses: readonly number[]): Record<number, typeof InterfaceError> =>
  Object.fromEntries(withCommon(statuses).map((status) => [status, InterfaceError]));

/** Every caller who can be unknown can also lack the permission. */
const withCommon = (statuses: readonly number[]): readonly number[] => [
  ...statuses,
  ...(statuses.includes(401) ? [403] : []),
  500,
];

/** Describes the first problem in one sentence that starts with the field's name. */
export function describeInvalid(errors: readonly FastifySchemaValidationError[], part: string): Error {
  const error = errors.find(({ keyword }) => keyword !== 'boolean') ?? errors[0];
  const path = error?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const field = path || (part === 'body' ? 'the body' : 'the query');
  const invalid = (problem: string): DomainError =>
    new DomainError('invalid_input', `${field} ${problem}`, path === '' ? {} : { field: path });
  const { allowedValues, additionalProperties } = (error?.params ?? {}) as {
    allowedValues?: readonly string[];
    additionalProperties?: readonly string[];
  };
  if (allowedValues !== undefined) return invalid(`must be one of ${allowedValues.join(', ')}`);
  if (additionalProperties !== undefined) return invalid('has an unknown field');
  return invalid(error?.message ?? 'is not valid');
}

export const idempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      maxLength: 255,
      description: 'Requests with the same key within 24 hours count as one.',
    },
  },
};

/** Describes ID parameters in a path, by name. */
export const idParam = <Name extends string>(
  kinds: Readonly<Record<Name, IdKind>>,
): TObject<Record<Name, TString>> =>
  Type.Object(
    Object.fromEntries(
      Object.entries<IdKind>(kinds).map(([name, kind]) => [
        name,
        Type.String({ description: `\`${kind}_…\`` }),
      ]),
    ) as Record<Name, TString>,
  );

/** A request whose path ends in an ID. */
export interface ById {
  readonly params: { readonly id: string };
}

/** Validates everything except the body. */
export const skipBodyValidation: FastifySchemaCompiler<TSchema> = (part) =>
  part.httpPart === 'body' ? () => true : compileValidator(part);

/** Marks an optional body in the OpenAPI document; see docs.ts. */
export const OPTIONAL_BODY = 'x-optional-body';
export const optionalBody = <T extends TSchema>(schema: T): T => ({ ...schema, [OPTIONAL_BODY]: true });

/** A hook for routes where every field of the body is optional. */
export function allowMissingBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  request.body ??= {};
  done();
}

/** PostgreSQL can't store NUL characters or unpaired surrogates. */
export function checkText(field: string, text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new DomainError('invalid_characters', `${field} contains an invalid character`, { field });
}

/** The schema also accepts leap seconds and times whose UTC year has five digits, but JavaScript or PostgreSQL would
 * reject them. */
export function readMoment(field: string, text: string): Date {
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  if (year >= 1 && year <= 9999) return moment;
  throw new DomainError('invalid_input', `${field} must be a date and time`, { field });
}
