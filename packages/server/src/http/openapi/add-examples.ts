// Adds names of responses, and examples of requests, responses and errors, to the OpenAPI document. They are data: what a call
// returns, its examples and the errors of its own are in operations.json, the errors of most calls in common-errors.json.

import type { ErrorBody } from '@leadline/contract';
import { ERRORS } from '@leadline/contract/errors';
import { interfaceError } from '../framework/errors.ts';
import commonErrors from './common-errors.json' with { type: 'json' };
import { fillIn } from './example-values.ts';
import operations from './operations.json' with { type: 'json' };

type ErrorExample = Omit<ErrorBody, 'success'>;

interface OperationTexts {
  /** What the response with status 200 is. Without it, readers see “Default Response”. */
  readonly success?: string;
  /** Without it, the call has no body. */
  readonly request?: unknown;
  /** With status 200. Without it, that of the first call with the same schema. */
  readonly response?: unknown;
  /** The same file as NDJSON, for calls that take or return files. */
  readonly ndjson?: string;
  /** Instead of the common ones of the same status. */
  readonly errors?: readonly ErrorExample[];
}

const TEXTS: Readonly<Record<string, OperationTexts>> = operations as Record<string, object>;
const COMMON_ERRORS = commonErrors as readonly ErrorExample[];

const FAILURES: Readonly<Record<string, string>> = {
  400: 'Invalid input',
  401: 'Missing or wrong API key',
  402: 'Plan or storage limit reached',
  403: 'Not allowed with this key',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported content type',
  422: 'Idempotency-Key used with another body',
  429: 'Too many requests',
  500: 'Error on our side',
  501: 'Not available on this installation',
  503: 'Overloaded; try again',
};

interface Example {
  readonly value: unknown;
}

interface Reference {
  readonly $ref: string;
}

interface Media {
  readonly schema?: Partial<Reference>;
  example?: unknown;
  examples?: Readonly<Record<string, Example | Reference>>;
}

interface WithContent {
  readonly content?: Readonly<Record<string, Media>>;
}

interface DescribedResponse extends WithContent {
  description?: string;
}

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: WithContent;
  readonly responses?: Readonly<Record<string, DescribedResponse>>;
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: object;
}

/** The schemas must have their names already. */
export function addExamples<T extends Document>(document: T): T {
  const all = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item));
  const responses = responsesBySchema(all);
  for (const operation of all) addTo(operation, responses);
  const examples = Object.fromEntries(
    COMMON_ERRORS.flatMap((error) => [
      [error.code, describeError(error, false)],
      [`${INTERFACE_PREFIX}${error.code}`, describeError(error, true)],
    ]),
  );
  return { ...document, components: { ...document.components, examples } };
}

function responsesBySchema(all: readonly Operation[]): ReadonlyMap<string | undefined, unknown> {
  const found = new Map<string | undefined, unknown>();
  for (const { operationId = '', responses = {} } of all) {
    const { response } = TEXTS[operationId] ?? {};
    for (const [, { schema }] of mediaOf(responses['200']))
      if (response !== undefined && !found.has(schema?.$ref)) found.set(schema?.$ref, response);
  }
  return found;
}

function addTo(
  { operationId = '', requestBody, responses = {} }: Operation,
  bySchema: ReadonlyMap<string | undefined, unknown>,
): void {
  const { success, request, response, ndjson, errors = [] } = TEXTS[operationId] ?? {};
  const exampleFor = (type: string, example: unknown): unknown =>
    type === 'application/x-ndjson' ? ndjson : fillIn(example);
  for (const [type, media] of mediaOf(requestBody))
    if (request !== undefined) media.example = exampleFor(type, request);
  for (const [status, described] of Object.entries(responses)) {
    described.description = (status === '200' ? success : FAILURES[status]) ?? described.description ?? '';
    for (const [type, media] of mediaOf(described)) {
      if (status !== '200') media.examples = listErrors(errors, Number(status), media);
      else media.example = exampleFor(type, response ?? bySchema.get(media.schema?.$ref));
    }
  }
}

const mediaOf = (described: WithContent | undefined): [type: string, Media][] =>
  Object.entries(described?.content ?? {});

/** The three interface calls have no code in the body. */
const INTERFACE_PREFIX = 'interface_';

/** Common errors are written once, or they would make up most of the document. */
function listErrors(
  ofOperation: readonly ErrorExample[],
  status: number,
  { schema }: Media,
): NonNullable<Media['examples']> {
  const isInterface = schema?.$ref?.endsWith('/InterfaceError') === true;
  const hasStatus = ({ code }: ErrorExample): boolean => ERRORS[code].status === status;
  const own = ofOperation.filter(hasStatus).map((error) => [error.code, describeError(error, isInterface)]);
  const common = COMMON_ERRORS.filter(hasStatus).map(({ code }) => [
    code,
    { $ref: `#/components/examples/${isInterface ? INTERFACE_PREFIX : ''}${code}` },
  ]);
  return Object.fromEntries(own.length > 0 ? own : common);
}

const describeError = (error: ErrorExample, isInterface: boolean): Example => ({
  value: isInterface ? interfaceError(error.code, error.error) : { success: false, ...error },
});
