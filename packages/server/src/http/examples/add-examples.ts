// Adds names of responses, and examples of requests, responses and errors, to the OpenAPI document.

import { interfaceError } from '../errors.ts';
import { COMMON_ERRORS, type ErrorExample, errorExamplesOf } from './error-examples.ts';
import { OPERATION_EXAMPLES } from './operation-examples.ts';
import { nameResponse } from './response-names.ts';

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
  for (const operation of Object.values(document.paths ?? {}).flatMap((item) => Object.values(item)))
    addTo(operation);
  const examples = Object.fromEntries(
    COMMON_ERRORS.flatMap((error) => [
      [error.code, describeError(error, false)],
      [`${INTERFACE_PREFIX}${error.code}`, describeError(error, true)],
    ]),
  );
  return { ...document, components: { ...document.components, examples } };
}

function addTo({ operationId = '', requestBody, responses = {} }: Operation): void {
  const { request, response, ndjson } = OPERATION_EXAMPLES[operationId] ?? {};
  const exampleFor = (type: string, example: unknown): unknown =>
    type === 'application/x-ndjson' ? ndjson : example;
  for (const [type, media] of mediaOf(requestBody))
    if (request !== undefined) media.example = exampleFor(type, request);
  for (const [status, described] of Object.entries(responses)) {
    described.description = nameResponse(operationId, status) ?? described.description ?? '';
    for (const [type, media] of mediaOf(described)) {
      if (status !== '200') media.examples = listErrors(errorExamplesOf(operationId, Number(status)), media);
      else if (response !== undefined) media.example = exampleFor(type, response);
    }
  }
}

const mediaOf = (described: WithContent | undefined): [type: string, Media][] =>
  Object.entries(described?.content ?? {});

/** The three interface calls have no code in the body. */
const INTERFACE_PREFIX = 'interface_';

/** Common errors are written once, or they would make up most of the document. */
function listErrors(errors: readonly ErrorExample[], { schema }: Media): NonNullable<Media['examples']> {
  const isInterface = schema?.$ref?.endsWith('/InterfaceError') === true;
  return Object.fromEntries(
    errors.map((error) => [
      error.code,
      COMMON_ERRORS.includes(error)
        ? { $ref: `#/components/examples/${isInterface ? INTERFACE_PREFIX : ''}${error.code}` }
        : describeError(error, isInterface),
    ]),
  );
}

const describeError = (error: ErrorExample, isInterface: boolean): Example => ({
  value: isInterface ? interfaceError(error.code, error.error) : { success: false, ...error },
});
