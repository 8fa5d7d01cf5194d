// Every call in the OpenAPI document has a summary, named responses, and examples that match their schemas.

import { ERRORS, type ErrorCode } from '@leadline/contract/errors';
import { call } from '@leadline/testkit/http/call';
import { useApi } from '@leadline/testkit/service/use-api';
import { Compile } from 'typebox/schema';
import { beforeAll, expect, test } from 'vitest';

interface Example {
  readonly value: unknown;
}

interface Media {
  readonly schema: { readonly $ref?: string; readonly type?: string };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example | { readonly $ref: string }>>;
}

interface Described {
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
}

const suite = useApi();
let document: { readonly components: { readonly examples: Readonly<Record<string, Example>> } };
let operations: readonly Operation[];
beforeAll(async () => {
  const { body } = await call(suite.api.url, '/api/openapi.json');
  document = body;
  operations = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap((item) =>
    Object.values(item),
  );
});

const mediaOf = ({ content = {} }: Described = {}) => Object.entries(content);

function readExample(example: Example | { readonly $ref: string }): unknown {
  if ('value' in example) return example.value;
  return document.components.examples[example.$ref.replace('#/components/examples/', '')]?.value;
}

const compiled = new Map<string, ReturnType<typeof Compile>>();

function expectValid({ schema }: Media, example: unknown, what: string): void {
  const name = JSON.stringify(schema);
  const validator = compiled.get(name) ?? Compile({ ...document, ...schema });
  compiled.set(name, validator);
  const [isValid, errors] = validator.Errors(example);
  expect.soft(isValid, `${what}: ${JSON.stringify(errors)}`).toBe(true);
}

test('every call has a summary and a named response', () => {
  for (const { operationId, summary, responses } of operations) {
    expect.soft(summary, operationId).toMatch(/^[A-Z].*[^.]$/);
    for (const [status, described] of Object.entries(responses)) {
      for (const [type, { schema }] of mediaOf(described)) {
        if (type !== 'application/json') expect.soft(schema.type, `${operationId} ${type}`).toBe('string');
        else expect.soft(schema.$ref, `${operationId} ${status}`).toMatch(/^#\/components\/schemas\/\w+$/);
      }
    }
  }
});

test('every call has an example of its response and of its body, which match their schemas', () => {
  for (const { operationId, requestBody, responses } of operations) {
    const where = `${operationId}, see src/http/openapi/operations.json`;
    for (const [type, media] of mediaOf(responses['200'])) {
      expect.soft(media.example, `the ${type} response of ${where}`).toBeDefined();
      expectValid(media, media.example, `the ${type} response of ${where}`);
    }
    for (const [type, media] of mediaOf(requestBody)) {
      expect.soft(media.example, `the ${type} body of ${where}`).toBeDefined();
      expectValid(media, media.example, `the ${type} body of ${where}`);
    }
  }
});

test('every error response has examples by code, which match their schema and status', () => {
  for (const { operationId, responses } of operations) {
    for (const [status, described] of Object.entries(responses)) {
      if (status === '200') continue;
      for (const [, media] of mediaOf(described)) {
        const examples = Object.entries(media.examples ?? {});
        expect.soft(examples.length, `${operationId} ${status}`).toBeGreaterThan(0);
        for (const [code, example] of examples) {
          const value = readExample(example);
          expect.soft(ERRORS[code as ErrorCode].status, `${operationId} ${code}`).toBe(Number(status));
          expectValid(media, value, `${operationId} ${code}`);
        }
      }
    }
  }
});
