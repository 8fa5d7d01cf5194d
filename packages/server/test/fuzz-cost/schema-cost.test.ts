// No body or query costs more than linear time to validate, whatever the route: the worst that we can generate from its
// schema, cheap enough for the main thread.

import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { cpuMs, measureSlowness } from '@leadline/testkit/cost/slowness';
import { worstBodies, worstQueries } from '@leadline/testkit/cost/worst-bodies';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import type { JsonSchema } from '@leadline/testkit/fuzz/openapi';
import type { FastifySchemaCompiler, FastifySchemaValidationError, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseBody } from '../../src/http/bodies/parse-body.ts';
import { describeInvalid, skipBodyValidation, skipValidation } from '../../src/http/framework/schema.ts';
import { compileValidator } from '../../src/http/framework/validate.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { buildTestApp } from '../support/app.ts';
import { listRouteOptions } from '../support/list-route-options.ts';

/** Larger than most bodies may be, so that a schema that isn't linear shows. */
const BYTES = 100_000;
const MAX_MS = 10;
/** As much as Node accepts with the other headers. */
const QUERY_BYTES = 16_000;
const MAX_QUERY_MS = 2;
const MAX_RUNS = 10;

/** Without the limit on values, so that each schema has to hold on its own. */
const parse = (bytes: Buffer): unknown => parseBody({ bytes, format: 'json' }, Number.POSITIVE_INFINITY);

/** By how much the work takes longer than it may; 1 if it is quick enough. The best of several runs, each compared with
 * the reference just before it, because other work on the machine makes both slower. */
function excess(work: () => void, maxMs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < MAX_RUNS && least > 1; run++) {
    const ms = cpuMs(work);
    if (ms <= maxMs) return 1;
    least = Math.min(least, ms / maxMs / measureSlowness());
    if (least > 10) break; // no noise is as loud as that
  }
  return Math.max(1, least);
}

function validate(validator: ReturnType<FastifySchemaCompiler<TSchema>>, part: string, value: unknown): void {
  const result = validator(value) as { error?: FastifySchemaValidationError[] };
  if (result.error !== undefined) describeInvalid(result.error, part);
}

function findExpensiveBody(schema: TSchema, compile = compileValidator, size = BYTES): string | null {
  const validator = compile({ schema, method: 'POST', url: '/', httpPart: 'body' });
  for (const { name, json } of worstBodies(schema as JsonSchema, size)) {
    const bytes = Buffer.from(json);
    const times = excess(() => validate(validator, 'body', parse(bytes)), (MAX_MS * size) / BYTES);
    if (times > 1) return `${name}: ${times.toFixed(1)} times what it may cost`;
  }
  return null;
}

function findExpensiveQuery(schema: TSchema): string | null {
  const validator = compileValidator({ schema, method: 'GET', url: '/', httpPart: 'querystring' });
  for (const { name, query } of worstQueries(schema as JsonSchema, QUERY_BYTES)) {
    const times = excess(() => validate(validator, 'querystring', query), MAX_QUERY_MS);
    if (times > 1) return `${name}: ${times.toFixed(1)} times what it may cost`;
  }
  return null;
}

let routes: RouteOptions[];
beforeAll(async () => {
  const url = await cloneDatabase();
  const open = () => openPool(url, { size: 1, role: 'leadline_api' });
  routes = await listRouteOptions(async () => (await buildTestApp(open(), open())).close());
});

/** Routes that share a schema share a test. */
function schemasOf(part: 'body' | 'querystring'): Map<TSchema, string[]> {
  const schemas = new Map<TSchema, string[]>();
  for (const { method, url, schema, validatorCompiler } of routes) {
    const own = schema?.[part] as TSchema | undefined;
    const isSkipped =
      validatorCompiler === skipValidation || (part === 'body' && validatorCompiler === skipBodyValidation);
    if (own !== undefined && !isSkipped) schemas.set(own, [...(schemas.get(own) ?? []), `${method} ${url}`]);
  }
  return schemas;
}

describe('validation is cheap enough for the main thread', () => {
  test('for the worst body of every route', () => {
    const schemas = schemasOf('body');
    expect(schemas.size).toBeGreaterThan(20);
    for (const [schema, users] of schemas) expect(findExpensiveBody(schema), users.join(', ')).toBeNull();
  });

  test('for the worst query of every route', () => {
    const schemas = schemasOf('querystring');
    expect(schemas.size).toBeGreaterThan(5);
    for (const [schema, users] of schemas) expect(findExpensiveQuery(schema), users.join(', ')).toBeNull();
  });
});

describe('the search finds', () => {
  const withLibrary = TypeBoxValidatorCompiler as FastifySchemaCompiler<TSchema>;

  test('items that are compared in pairs', () => {
    const schema = Type.Object({ ids: Type.Array(Type.String(), { maxItems: 100, uniqueItems: true }) });
    expect(findExpensiveBody(schema, withLibrary, BYTES / 5)).not.toBeNull(); // the whole would take a minute
    expect(findExpensiveBody(schema)).toBeNull();
  });
});

describe('a list without duplicates', () => {
  const schema = Type.Object({ ids: Type.Array(Type.String(), { maxItems: 3, uniqueItems: true }) });
  const validator = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });

  test('is accepted', () => {
    expect(validator({ ids: ['a', 'b', 'c'] })).toEqual({ value: { ids: ['a', 'b', 'c'] } });
  });

  test.each([
    ['with duplicates is rejected', ['a', 'a'], 'must not have duplicate items'],
    ['that is too long is rejected', ['a', 'b', 'c', 'd'], 'must not have more than 3 items'],
    ['of other things is rejected', ['a', 1], 'must be string'],
  ])('%s', (_name, ids, message) => {
    expect(validator({ ids })).toMatchObject({ error: [{ message }] });
  });
});
