// Adds examples of requests, responses and errors to the OpenAPI document.

import { interfaceError } from '../errors.ts';
import { type ErrorExample, errorExamplesOf } from './error-examples.ts';
import { OPERATION_EXAMPLES } from './operation-examples.ts';

interface Media {
  readonly schema?: { readonly $ref?: string };
  example?: unknown;
  examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface WithContent {
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: WithContent;
  readonly responses?: Readonly<Record<string, WithContent>>;
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Changes the document. Its schemas must have their names already. */
export function addExamples<T extends Document>(document: T): T {
  for (const operation of Object.values(document.paths ?? {}).flatMap((item) => Object.values(item)))
    addTo(operation);
  return document;
}

function addTo({ operationId = '', requestBody, responses = {} }: Operation): void {
  const { request, response, ndjson } = OPERATION_EXAMPLES[operationId] ?? {};
  const exampleFor = (type: string, example: unknown): unknown =>
    type === 'application/x-ndjson' ? ndjson : example;
  for (const [type, media] of mediaOf(requestBody))
    if (request !== undefined) media.example = exampleFor(type, request);
  for (const [status, described] of Object.entries(responses)) {
    for (const [type, media] of mediaOf(described)) {
      if (status !== '200')
        media.examples = describeErrors(errorExamplesOf(operationId, Number(status)), media);
      else if (response !== undefined) media.example = exampleFor(type, response);
    }
  }
}

const mediaOf = (described: WithContent | undefined): [type: string, Media][] =>
  Object.entries(described?.content ?? {});

/** The three interface calls have no code in the body. */
function describeErrors(errors: readonly ErrorExample[], { schema }: Media): NonNullable<Media['examples']> {
  const isInterface = schema?.$ref?.endsWith('/InterfaceError') === true;
  return Object.fromEntries(
    errors.map((error) => [
      error.code,
      { value: isInterface ? interfaceError(error.code, error.error) : { success: false, ...error } },
    ]),
  );
}
