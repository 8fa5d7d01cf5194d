// Generates valid, nearly valid and invalid requests from the OpenAPI document, with the expected statuses if known.
// The same seed produces the same requests, except for the keys.

import { METHODS } from 'node:http';
import { makeKey } from '@leadline/server/testing';
import fc from 'fast-check';
import { type BrokenRequest, brokenRequest } from './generate-broken-http.ts';
import { hostileText, nearlyValidValue, validValue, wholeText } from './generate-values.ts';
import { type JsonSchema, type OpenApi, type Operation, readOperations } from './openapi.ts';

export interface HttpRequest {
  readonly kind: 'http';
  readonly method: string;
  /** Path and query; `{lead}` is replaced with the ID of a lead stored during the run. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Null if any documented status is fine. */
  readonly expected: readonly number[] | null;
}

export type FuzzRequest = HttpRequest | BrokenRequest;

export interface FuzzKeys {
  readonly live: string;
  readonly test: string;
}

/** Small, because generating blocks the event loop while responses are being timed. */
const BATCH = 50;
const MAX_BODY_BYTES = 256 * 1024;

export function* generateRequests(
  document: OpenApi,
  keys: FuzzKeys,
  { seed, count }: { readonly seed: number; readonly count: number },
): Generator<FuzzRequest> {
  const arbitrary = anyRequest(readOperations(document), keys);
  for (let generated = 0; generated < count; generated += BATCH) {
    yield* fc.sample(arbitrary, { seed: seed + generated, numRuns: Math.min(BATCH, count - generated) });
  }
}

function anyRequest(operations: readonly Operation[], keys: FuzzKeys): fc.Arbitrary<FuzzRequest> {
  // Weighted by the number of inputs: the more an operation has, the more can go wrong.
  const operation = fc.oneof(
    ...operations.map((each) => ({ weight: 1 + countInputs(each), arbitrary: fc.constant(each) })),
  );
  return fc.oneof(
    { weight: 30, arbitrary: operation.chain((each) => validRequest(each, keys)) },
    { weight: 30, arbitrary: operation.chain((each) => nearlyValidRequest(each, keys)) },
    { weight: 10, arbitrary: operation.chain((each) => oddlyEncoded(each, keys)) },
    { weight: 10, arbitrary: operation.chain((each) => unkeyed(each, keys)) },
    { weight: 6, arbitrary: operation.chain((each) => otherMethod(each, operations, keys)) },
    { weight: 6, arbitrary: otherPath(operations, keys) },
    { weight: 8, arbitrary: brokenRequest(operations, keys.live) },
  );
}

const countInputs = ({ parameters, body }: Operation): number =>
  parameters.length + Object.keys(body?.properties ?? {}).length;

function validRequest(operation: Operation, keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  const isLead = operation.path.endsWith('webhook.php') || operation.path.endsWith('score.php');
  return fc
    .record({
      query: validQuery(operation),
      body: operation.body === null ? fc.constant(null) : validBody(operation.body),
      key: fc.constantFrom(keys.live, keys.live, keys.test),
      // Only a few keys, so that they are reused with the same and with different bodies.
      idempotency: fc.option(
        fc.nat(30).map((number) => `order-${number}`),
        { freq: 3 },
      ),
    })
    .map(({ query, body, key, idempotency }) => ({
      ...request(operation.method, operation.path.replace('{id}', '{lead}') + query, key, toJson(body)),
      ...(isLead && idempotency !== null
        ? { headers: { ...headersOf(key, body !== null), 'idempotency-key': idempotency } }
        : {}),
      expected: [
        200,
        ...(HAS_UNDOCUMENTED_RULES.test(operation.path)
          ? [400, 401, 402, 403, 404, 409, 413, 415, 429, 501]
          : []),
        ...(operation.path.includes('{id}') ? [404] : []),
        ...(isLead && idempotency !== null ? [409, 422] : []),
        ...refusalsOfRevisions(body),
        // Batches of an account wait for each other.
        ...(key === keys.test || operation.path.endsWith('/batch') ? [429] : []),
      ],
    }));
}

/** A made-up revision is never the lead's, and made-up revisions belong to other leads than the request. */
function refusalsOfRevisions(body: unknown): number[] {
  if (typeof body !== 'object' || body === null) return [];
  return ['revision' in body ? [409] : [], 'revisions' in body ? [400] : []].flat();
}

/** Operations with rules that a schema can't express, such as real URLs, one of two fields, files, larger bodies, members
 * of the account, filters that exclude each other, a key in the path or a version that must be the live one. Any documented status below 500 is fine. */
const HAS_UNDOCUMENTED_RULES =
  /^\/api\/(?:webhooks|crm|imports|people|batch|intake|audit|views|insights|routing|settings|model|leads(?:\/counts|\/export|\/\{id\})?$)/;

/** Adds an email or phone number, which leads need according to the description but not the schema. */
const validBody = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  validValue(schema).map((value) => addContact(schema, value));

function addContact(schema: JsonSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  const { email, lead } = schema.properties ?? {};
  if (email !== undefined) return { ...fields, email: fields.email ?? 'ana@example.org' };
  // The other fields of `explain` have stricter rules than the schema can express.
  if (lead !== undefined) return { lead: addContact(lead, fields.lead) };
  return value;
}

function nearlyValidRequest(operation: Operation, keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  return fc
    .record({
      path: operation.path.includes('{id}')
        ? anyId.map((id) => operation.path.replace('{id}', id))
        : fc.constant(operation.path),
      query: fc.oneof(
        { weight: 3, arbitrary: nearlyValidQuery(operation) },
        { weight: 1, arbitrary: randomQuery },
        { weight: 2, arbitrary: validQuery(operation) },
      ),
      body: operation.body === null ? fc.constant(null) : nearlyValidValue(operation.body),
      headers: fc.oneof(fc.constant({}), oddHeaders),
    })
    .map(({ path, query, body, headers }) => {
      const generated = request(
        operation.method,
        path + query,
        keys.live,
        operation.body === null ? null : toJson(body),
      );
      return { ...generated, headers: { ...generated.headers, ...headers } };
    });
}

/** Bodies with the wrong content type, or that are cut off, wrapped, too long or contain bytes that aren't text. */
function oddlyEncoded(operation: Operation, keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  const json = (operation.body === null ? fc.constant({}) : validBody(operation.body)).map((body) =>
    JSON.stringify(body),
  );
  const bytes = fc.oneof(
    json.map((text) => Buffer.from(text)),
    json.map((text) => Buffer.from(`\ufeff${text}`)),
    json.map((text) => Buffer.from(text, 'utf16le')),
    fc
      .tuple(json, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([text, part]) => Buffer.from(text.slice(0, text.length * part))),
    fc.tuple(json, hostileText).map(([text, more]) => Buffer.from(text + more)),
    fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
    fc
      .array(fc.tuple(fc.oneof(hostileText, wholeText()), fc.oneof(hostileText, wholeText())), {
        maxLength: 6,
      })
      .map((pairs) => Buffer.from(new URLSearchParams(pairs).toString())),
    fc.constant(Buffer.alloc(MAX_BODY_BYTES + 1, ' ')),
  );
  const type = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=utf-16le',
    'application/vnd.api+json',
    'APPLICATION/JSON',
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/plain; charset="utf-8',
    'text/html',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/xml',
    'application/octet-stream',
    'application/jsonp',
    'json',
    '/',
    ';',
    '*/*',
    '\xff',
  );
  const encoding = fc.constantFrom(null, null, null, 'identity', 'gzip', 'br', 'x');
  return fc.record({ bytes, type, encoding, bare: fc.nat(9) }).map(({ bytes, type, encoding, bare }) => ({
    ...request(operation.method, operation.path.replace('{id}', '{lead}'), keys.live, bytes),
    headers: {
      'x-api-key': keys.live,
      ...(bare === 0 ? {} : { 'content-type': type }),
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
    ...(bytes.length > MAX_BODY_BYTES &&
    operation.method !== 'GET' &&
    !HAS_UNDOCUMENTED_RULES.test(operation.path)
      ? // A form of several parts is read as it arrives, and may be broken long before its end.
        { expected: [413, 415, ...(type.startsWith('multipart') ? [400] : [])] }
      : {}),
  }));
}

/** Requests with no key, a damaged key, or a key from another installation. */
function unkeyed(operation: Operation, keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  const key = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      keys.live.slice(0, -1),
      `${keys.live}x`,
      keys.live.toUpperCase(),
      makeKey('live'),
      makeKey('test'),
    ),
    fc.string({ maxLength: 60 }),
  );
  const body =
    operation.body === null
      ? fc.constant(null)
      : fc.oneof(validBody(operation.body), nearlyValidValue(operation.body));
  return fc.tuple(key, body).map(([key, body]) => ({
    ...request(
      operation.method,
      operation.path.replace('{id}', '{lead}'),
      key,
      operation.body === null ? null : toJson(body),
    ),
    // `explain` accepts its key in the body, so the body is read first.
    expected: operation.path.endsWith('explain.php') ? [400, 401, 413] : [401],
  }));
}

function otherMethod(
  operation: Operation,
  operations: readonly Operation[],
  keys: FuzzKeys,
): fc.Arbitrary<HttpRequest> {
  // `/api/leads/outcomes` also matches `/api/leads/{id}`.
  const isHere = (path: string): boolean =>
    new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(operation.path);
  const taken = operations.filter(({ path }) => isHere(path)).map(({ method }) => method);
  const isRead = taken.includes('GET');
  // CONNECT doesn't target an API path, HEAD works wherever GET does, browsers ask forms' intakes with OPTIONS, and the
  // dashboard adds leads with a call of its own.
  const isOther = (method: string): boolean =>
    !taken.includes(method) &&
    !(method === 'POST' && operation.path === '/api/leads') &&
    method !== 'CONNECT' &&
    !(method === 'HEAD' && isRead) &&
    !(method === 'OPTIONS' && operation.path.startsWith('/api/intake/'));
  const others = METHODS.filter(isOther);
  const path = operation.path.replace('{id}', '{lead}');
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .constantFrom(...others)
        .map((method) => ({ ...request(method, path, keys.live, null), expected: [405] })),
    },
    { weight: isRead ? 1 : 0, arbitrary: fc.constant(request('HEAD', path, keys.live, null)) },
  );
}

const HIDDEN_PATHS = [
  '/healthz',
  '/readyz',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/',
  '/api/docs/openapi.json',
];

function otherPath(operations: readonly Operation[], keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  const known = fc.constantFrom(
    ...operations.map(({ path }) => path.replace('{id}', '{lead}')),
    ...HIDDEN_PATHS,
  );
  const twisted = fc
    .tuple(known, encodedHostile)
    .chain(([path, text]) =>
      fc.constantFrom(
        path,
        `${path}/`,
        `/${path}`,
        `${path}/${text}`,
        `${path}${text}`,
        `/${text}${path}`,
        path.replace('/api', ''),
        path.replace('/api', '/API'),
        path.replace('/', '/%2e%2e/'),
        path.replaceAll('a', '%61'),
        `${path};${text}`,
        `${path}?${text}`,
        `${path}%00`,
        `${path}%`,
        `${path}\\..\\`,
      ),
    );
  const path = fc.oneof(
    twisted,
    fc.webPath().map((path) => `/${path.replace(/^\/+/, '')}`),
    encodedHostile.map((text) => `/${text}`),
  );
  return fc
    .tuple(fc.constantFrom('GET', 'GET', 'POST', 'DELETE', 'HEAD'), path)
    .map(([method, path]) => request(method, path, keys.live, null));
}

/** Percent-encoded, with lone surrogates turned into the invalid bytes that a careless encoder would produce. */
const encodedHostile = hostileText.map((text) =>
  encodeURIComponent(text.slice(0, 300).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80'),
);

const anyId = fc.oneof(
  { weight: 3, arbitrary: fc.constant('{lead}') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'lead_0193e0c0a1b27c3d8e4f5a6b7c8d9e0f',
      'lead_ffffffffffffffffffffffffffffffff',
      'lead_00000000000000000000000000000000',
      'LEAD_0193E0C0A1B27C3D8E4F5A6B7C8D9E0F',
      'person_0193e0c0a1b27c3d8e4f5a6b7c8d9e0f',
      'lead_0193e0c0-a1b2-7c3d-8e4f-5a6b7c8d9e0f',
      `lead_${'0'.repeat(500)}`,
    ),
  },
  { weight: 2, arbitrary: encodedHostile.filter((text) => text !== '') },
);

function validQuery({ parameters }: Operation): fc.Arbitrary<string> {
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  if (asked.length === 0) return fc.constant('');
  const values = asked.map(({ name, schema }) => [name, validParameter(name, schema)]);
  return fc
    .record(Object.fromEntries(values), { requiredKeys: [] })
    .map((fields: Readonly<Record<string, unknown>>) =>
      toQuery(fields.sort === 'priority' ? leaveOut(fields, 'outcome', 'cursor') : fields),
    );
}

/** Sorting by priority implies open leads and uses its own cursors, which the schema doesn't express. */
const leaveOut = (
  fields: Readonly<Record<string, unknown>>,
  ...names: readonly string[]
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** A cursor is a lead ID, which the description says but the schema doesn't. */
const validParameter = (name: string, schema: JsonSchema): fc.Arbitrary<unknown> =>
  name === 'cursor' ? fc.constant('{lead}') : validValue(schema);

/** A valid query with one parameter that is unknown, invalid or repeated. */
function nearlyValidQuery(operation: Operation): fc.Arbitrary<string> {
  const asked = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (asked.length === 0) return randomQuery;
  const strange = fc
    .constantFrom(...asked)
    .chain(({ name, schema }) => nearlyValidValue(schema).map((value) => ({ [name]: value })));
  const unknown = fc.tuple(hostileText, hostileText).map(([name, value]) => ({ [name]: value }));
  return fc
    .tuple(
      validQuery(operation),
      fc.oneof({ weight: 4, arbitrary: strange }, { weight: 1, arbitrary: unknown }),
      fc.boolean(),
    )
    .map(([query, more, isTwice]) => {
      const [name = ''] = Object.keys(more);
      const others = query
        .slice(1)
        .split('&')
        .filter((pair) => isTwice || !pair.startsWith(`${name}=`));
      return `?${[...others, toQuery(more).slice(1)].join('&')}`;
    });
}

const randomQuery: fc.Arbitrary<string> = fc.oneof(
  fc.webQueryParameters().map((query) => `?${query}`),
  encodedHostile.map((text) => `?limit=${text}&limit=${text}&${text}=${text}`),
  fc.constantFrom(
    '?',
    '??',
    '?&&&',
    '?=',
    '?limit',
    '?limit=%',
    '?q=%ff&source=%c0%80',
    '?__proto__=1&__proto__[a]=2',
    `?q=${'a'.repeat(8_000)}`,
  ),
);

const toText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

const toQuery = (fields: Readonly<Record<string, unknown>>): string =>
  `?${Object.entries(fields)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${value === '{lead}' ? value : encodeURIComponent(toText(value))}`,
    )
    .join('&')}`;

/** Text limited to the characters that are allowed in a header. */
const headerText = fc.oneof(hostileText, fc.string({ maxLength: 300 })).map((text) =>
  text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 300)
    .trim(),
);

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.constantFrom(
      'idempotency-key',
      'x-request-id',
      'webhook-id',
      'svix-id',
      'accept',
      'accept-encoding',
      'cookie',
      'origin',
      'range',
      'if-none-match',
      'x-http-method-override',
      'x-forwarded-for',
      'authorization',
      'accept-version',
    ),
    headerText,
  )
  .map(([name, value]) => ({ [name]: value }));

const request = (method: string, target: string, key: string, body: Buffer | null): HttpRequest => ({
  kind: 'http',
  method,
  target,
  headers: headersOf(key, body !== null),
  body,
  expected: null,
});

const headersOf = (key: string, hasBody: boolean): Record<string, string> => ({
  'x-api-key': key,
  ...(hasBody ? { 'content-type': 'application/json' } : {}),
});

const toJson = (value: unknown): Buffer | null =>
  value === null ? null : Buffer.from(JSON.stringify(value));
