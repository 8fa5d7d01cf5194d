// Routes whose bodies no schema checks first: whatever a body consists of, taking or rejecting it costs the main thread no
// more than 10 ms per 100 kB at a time. schema-cost.test.ts has the other routes.

import { longestTurnMs } from '@leadline/testkit/cost/longest-turn';
import { measureSlowness } from '@leadline/testkit/cost/slowness';
import { worstBodies } from '@leadline/testkit/cost/worst-bodies';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import type { JsonSchema } from '@leadline/testkit/fuzz/openapi';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_BODY } from '../../src/http/bodies/body-limits.ts';
import { skipBodyValidation, skipValidation } from '../../src/http/framework/schema.ts';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { listRouteOptions } from '../support/list-route-options.ts';

const MS_PER_100_KB = 10;
/** Of any request: the hooks, the statement that stores a lead, garbage collection. */
const BASE_MS = 10;
const MAX_RUNS = 4;
const KB = 1_000;
/** Just below the limit of all routes that take one lead. */
const LEAD_BYTES = 250 * KB;
const BATCH_BYTES = 8_000 * KB;
const MCP_BYTES = 31 * KB;

const UNLIMITED = { burstMs: 1e9, msPerSecond: 1e9 };
const text: JsonSchema = { type: 'string' };
const anything: JsonSchema = { type: 'array', items: text };

const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
});

/** What intake reads, as far as a schema can say it: fields, answers, and the envelopes of form tools. */
const LEAD = object({
  email: text,
  message: text,
  budget: text,
  source: text,
  answer: anything,
  custom_fields: { type: 'object', additionalProperties: text },
});
const ENVELOPES: Readonly<Record<string, JsonSchema>> = {
  Typeform: object({
    form_response: object({
      answers: {
        type: 'array',
        items: object({ type: text, text, field: object({ ref: text, title: text }) }),
      },
      definition: object({ fields: { type: 'array', items: object({ ref: text, title: text }) } }),
    }),
  }),
  Tally: object({
    data: object({
      fields: { type: 'array', items: object({ label: text, value: anything, options: anything }) },
    }),
  }),
  Jotform: object({ rawRequest: text, pretty: text }),
  Meta: object({ field_data: { type: 'array', items: object({ name: text, values: anything }) } }),
};

interface Body {
  readonly name: string;
  readonly content: string;
  readonly type: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

function* jsonBodies(schema: JsonSchema, bytes: number, wrap = (json: string) => json): Generator<Body> {
  for (const { name, json } of worstBodies(schema, bytes))
    yield { name, content: wrap(json), type: JSON_TYPE };
}

/** A seventh: there are dozens of routes, and few of these bodies get past the limits of sign-ins. */
const sampleOf = (bodies: Iterable<Body>): Body[] => [...bodies].filter((_, index) => index % 7 === 0);

function* leadBodies(): Generator<Body> {
  yield* jsonBodies(LEAD, LEAD_BYTES);
  for (const [tool, schema] of Object.entries(ENVELOPES))
    for (const body of jsonBodies(schema, LEAD_BYTES)) yield { ...body, name: `${tool}, ${body.name}` };
  const repeat = (piece: string): string => piece.repeat(Math.floor(LEAD_BYTES / piece.length));
  for (const piece of ['&', 'a=b&', 'a[]=b&', 'custom_fields[a]=b&', '%41=%42&', 'a=%'])
    yield { name: `a form of ${piece}`, content: repeat(piece), type: FORM_TYPE };
  const pairs = Array.from({ length: 1_999 }, (_, pair) => `custom_fields[${pair}]=${'%41'.repeat(40)}`);
  yield { name: 'a form of many questions', content: pairs.join('&'), type: FORM_TYPE };
  for (const part of ['--x\r\n', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'])
    yield { name: `parts of ${part}`, content: repeat(part), type: 'multipart/form-data; boundary=x' };
}

let built: TestApp;
let account: NewAccount;
let routes: RouteOptions[];
beforeAll(async () => {
  const url = await cloneDatabase();
  const owner = openOwner(url);
  account = await makeAccount(owner);
  await owner.destroy();
  const open = () => openPool(url, { size: 3, role: 'leadline_api' });
  routes = await listRouteOptions(async () => {
    built = await buildTestApp(open(), open(), {
      allowance: UNLIMITED,
      mainThreadAllowance: UNLIMITED,
    });
  });
});
afterAll(() => built.close());

async function send(path: string, { content, type }: Body): Promise<number> {
  const { statusCode } = await built.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': type, 'x-api-key': account.liveKey },
    payload: content,
  });
  return statusCode;
}

/** Null if it is cheap enough. The best of several runs: the first compiles code. */
async function findExcess(path: string, body: Body): Promise<string | null> {
  const maxMs = BASE_MS + (body.content.length / (100 * KB)) * MS_PER_100_KB;
  let leastMs = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let run = 0; run < MAX_RUNS && leastMs > maxMs; run++) {
    const ms = await longestTurnMs(async () => {
      status = await send(path, body);
    });
    leastMs = Math.min(leastMs, ms / measureSlowness());
    if (ms > 20 * maxMs) break; // no noise is as loud as that
  }
  return leastMs <= maxMs
    ? null
    : `${body.name}: ${leastMs.toFixed(0)} ms instead of ${maxMs.toFixed(0)}, status ${status}`;
}

async function findExpensive(path: string, bodies: Iterable<Body>): Promise<string[]> {
  const found: string[] = [];
  for (const body of bodies) {
    const excess = await findExcess(path, body);
    if (excess !== null) found.push(excess);
  }
  return found;
}

describe('the main thread is left to others', () => {
  test('by the worst leads', async () => {
    expect(await findExpensive('/api/webhook.php', leadBodies())).toEqual([]);
  });

  test('by the worst explanations', async () => {
    const scored = object({
      score: { type: 'integer', minimum: 1, maximum: 1 },
      grade: { enum: ['Hot'] },
      reasons: anything,
    });
    const asLead = (json: string): string => `{"lead":${json}}`;
    const withScore = (json: string): string => `{"lead":{"email":"ana@example.org"},"score_data":${json}}`;
    const bodies = [...jsonBodies(LEAD, LEAD_BYTES, asLead), ...jsonBodies(scored, LEAD_BYTES, withScore)];
    expect(await findExpensive('/api/explain.php', bodies)).toEqual([]);
  });

  test('by the worst calls of tools', async () => {
    const find = object({ text, grades: anything, statuses: anything, anything });
    const asCall = (json: string): string =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_leads","arguments":${json}}}`;
    expect(await findExpensive('/mcp', jsonBodies(find, MCP_BYTES, asCall))).toEqual([]);
  });

  test('by the worst batches', async () => {
    const leads = Array.from({ length: 1_000 }, (_, index) => ({
      email: `a${index}@example.org`,
      message: 'b',
    }));
    const many = JSON.stringify({ leads });
    const rejected = JSON.stringify({ leads: leads.map(() => ({ name: 'x'.repeat(100) })) });
    const long = JSON.stringify({
      leads: leads.slice(0, 80).map((lead) => ({ ...lead, notes: 'y'.repeat(19_000) })),
    });
    const wide = `{"leads":[{${Array.from({ length: 500_000 }, (_, key) => `"k${key}":1`).join(',')}}]}`;
    const deep = `{"leads":${'['.repeat(BATCH_BYTES / 2)}${']'.repeat(BATCH_BYTES / 2)}}`;
    const bodies = Object.entries({ many, rejected, long, wide, deep });
    const asBodies = bodies.map(([name, content]): Body => ({ name, content, type: JSON_TYPE }));
    expect(await findExpensive('/api/batch', asBodies)).toEqual([]);
  });
});

test('no other route reads more than 4 kB without a schema', () => {
  const unchecked = routes.filter(
    ({ method, schema, validatorCompiler }) =>
      [method].flat().some((name) => !['GET', 'HEAD', 'OPTIONS'].includes(name)) &&
      (schema?.body === undefined ||
        [skipValidation, skipBodyValidation].includes(validatorCompiler as never)),
  );
  const isSmall = ({ bodyLimit = Number.POSITIVE_INFINITY }: RouteOptions): boolean =>
    bodyLimit <= SMALL_BODY;
  expect(unchecked.filter(isSmall).length).toBeGreaterThan(30);
  const others = unchecked.filter((route) => !isSmall(route)).map(({ method, url }) => `${method} ${url}`);
  expect(others.toSorted()).toEqual([
    'POST /api/batch',
    'POST /api/explain.php',
    'POST /api/imports', // on compute threads: cost.test.ts
    'POST /api/intake/:token',
    'POST /api/leads',
    'POST /api/score.php',
    'POST /api/test-lead',
    'POST /api/webhook.php',
    'POST /mcp',
  ]);
});

test('a route without a schema costs little with the largest body it takes', async () => {
  const small = routes
    .filter(
      ({ validatorCompiler, bodyLimit }) => validatorCompiler === skipValidation && bodyLimit === SMALL_BODY,
    )
    .map(({ url }) => url.replace(/:\w+/g, 'x'));
  expect(small.length).toBeGreaterThan(10);
  const credentials = object({ email: text, password: text, name: text, token: text, anything });
  for (const path of small)
    expect(await findExpensive(path, sampleOf(jsonBodies(credentials, SMALL_BODY - 100))), path).toEqual([]);
}, 120_000);
