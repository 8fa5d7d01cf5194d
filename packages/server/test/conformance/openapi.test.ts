// The document describes what is served: it is valid, and every answer is of the schema it names.

import { validate } from '@scalar/openapi-parser';
import { Compile } from 'typebox/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type CallOptions, call, makeLead } from '../support/api.ts';
import { makeAccount } from '../support/database.ts';
import { holdWrites, newAddress, useApi } from './suite.ts';

const suite = useApi();

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { content: { 'application/json': { schema: object } } }>>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let document: Document;
beforeAll(async () => {
  document = (await call(suite.api.url, '/api/openapi.json')).body;
});

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await validate({ ...document })).toMatchObject({ valid: true, errors: [], version: '3.1' });
  });

  test('is given without a key', async () => {
    expect(await call(suite.api.url, '/api/openapi.json')).toMatchObject({ status: 200 });
  });

  test('holds every call, under a name of its own', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [`${method} ${path}`, operationId]),
    );
    expect(Object.fromEntries(operations)).toEqual({
      'post /api/webhook.php': 'scoreLead',
      'post /api/score.php': 'scoreLeadLegacy',
      'post /api/explain.php': 'explainLead',
      'get /api/leads': 'listLeads',
      'get /api/leads/{id}': 'getLead',
      'delete /api/leads/{id}': 'deleteLead',
      'post /api/leads/{id}/outcome': 'recordOutcome',
      'post /api/leads/{id}/replay': 'replayLead',
      'get /api/usage': 'getUsage',
    });
  });

  test('marks the legacy call as deprecated, and no other', () => {
    const deprecated = Object.entries(document.paths).filter(
      ([, { post }]) => post && 'deprecated' in post && post.deprecated === true,
    );
    expect(deprecated.map(([path]) => path)).toEqual(['/api/score.php']);
  });

  test('says where the key goes', () => {
    expect(document).toMatchObject({
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } } },
      security: [{ key: [] }],
    });
  });

  test('names every status the calls promise', () => {
    const statuses = (path: string) => Object.keys(document.paths[path]?.post?.responses ?? {}).map(Number);
    const scoring = [200, 400, 401, 402, 409, 413, 415, 422, 429, 500, 503];
    expect(statuses('/api/webhook.php')).toEqual(scoring);
    expect(statuses('/api/score.php')).toEqual(scoring);
    expect(statuses('/api/explain.php')).toEqual([200, 400, 401, 413, 415, 429, 500, 503]);
  });
});

/** The answer must be of the very schema that the document names for its status. */
function expectDocumented(operationId: string, answer: Answer): void {
  const operation = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .find((one) => one.operationId === operationId);
  const response = operation?.responses[answer.status];
  expect(response, `${operationId} documents ${answer.status}`).toBeDefined();
  const schema = { ...document, ...response?.content['application/json'].schema };
  const [isValid, errors] = Compile(schema).Errors(answer.body);
  expect(isValid, `${operationId} ${answer.status}: ${JSON.stringify(errors)} ${answer.text}`).toBe(true);
}

describe('every answer is of its documented schema', () => {
  const JSON_ONLY = { headers: { 'Content-Type': 'text/csv' } };
  const large = { email: 'ana@acme.com', lead: makeLead(), more: 'x'.repeat(256 * 1024) };

  async function expectAll(
    operationId: string,
    path: string,
    sent: readonly (readonly [status: number, body: unknown, options?: CallOptions])[],
  ): Promise<void> {
    const { liveKey } = await makeAccount(suite.owner, { requestsPerMinute: 1 });
    await call(suite.api.url, '/api/usage', undefined, { key: liveKey });
    const method = sent[0]?.[2]?.method;
    const body = sent[0]?.[1];
    for (const [status, sentBody, options] of [
      ...sent,
      [401, body, { key: 'nonsense', ...(method === undefined ? {} : { method }) }],
      [429, body, { key: liveKey, ...(method === undefined ? {} : { method }) }],
    ] as const) {
      const answer = await suite.call(path, sentBody, options);
      expect(answer.status, `${operationId}: ${answer.text}`).toBe(status);
      expectDocumented(operationId, answer);
    }
  }

  test.each([
    ['scoreLead', '/api/webhook.php'],
    ['scoreLeadLegacy', '/api/score.php'],
  ])('%s', async (operationId, path) => {
    const headers = { 'Idempotency-Key': operationId };
    await expectAll(operationId, path, [
      [200, makeLead()],
      [200, { email: 'seo@example.org', message: 'We offer cheap backlinks' }],
      [200, { phone: '1' }, { headers }],
      [422, { phone: '2' }, { headers }],
      [400, {}],
      [413, large],
      [415, makeLead(), JSON_ONLY],
    ]);
    const small = await makeAccount(suite.owner, { monthlyLeads: 1 });
    const send = (body: unknown) => call(suite.api.url, path, body, { key: small.liveKey, headers });
    await send(makeLead());
    const beyond = await call(suite.api.url, path, { email: newAddress() }, { key: small.liveKey });
    expect(beyond.status).toBe(402);
    expectDocumented(operationId, beyond);
    const held = await holdWrites(suite.databaseUrl, small.accountId);
    const first = send(makeLead());
    await held.whenWaiting();
    const second = await send(makeLead());
    await held.release();
    await first;
    expect(second.status).toBe(409);
    expectDocumented(operationId, second);
  });

  test('explainLead', async () => {
    await expectAll('explainLead', '/api/explain.php', [
      [200, { lead: makeLead() }],
      [200, { lead: makeLead(), score_data: { score: 50, grade: 'Cool', reasons: [] } }],
      [400, {}],
      [413, large],
      [415, { lead: makeLead() }, JSON_ONLY],
    ]);
  });

  test('listLeads', async () => {
    await expectAll('listLeads', '/api/leads?limit=1', [[200, undefined]]);
    await expectAll('listLeads', '/api/leads?limit=0', [[400, undefined]]);
  });

  describe('of one lead:', () => {
    let path: string;
    const nowhere = `/api/leads/lead_${'0'.repeat(32)}`;
    beforeAll(async () => {
      const custom_fields = { Role: 'CTO' };
      const { lead_id } = (
        await suite.call('/api/webhook.php', makeLead({ email: newAddress(), custom_fields }))
      ).body;
      path = `/api/leads/${lead_id}`;
    });

    test('recordOutcome', async () => {
      await expectAll('recordOutcome', `${path}/outcome`, [
        [200, { outcome: 'won', amount: 12.5, reason: 'Fast', at: '2026-03-01T10:00:00Z' }],
        [200, { outcome: 'open' }],
        [400, { outcome: 'maybe' }],
        [413, large],
        [415, { outcome: 'won' }, JSON_ONLY],
      ]);
      await expectAll('recordOutcome', `${nowhere}/outcome`, [[404, { outcome: 'won' }]]);
    });

    test('getLead', async () => {
      await expectAll('getLead', path, [[200, undefined]]);
      await expectAll('getLead', nowhere, [[404, undefined]]);
    });

    test('replayLead', async () => {
      const method = 'POST';
      await expectAll('replayLead', `${path}/replay`, [
        [200, undefined, { method }],
        [413, large],
        [415, {}, JSON_ONLY],
      ]);
      await expectAll('replayLead', `${nowhere}/replay`, [[404, undefined, { method }]]);
    });

    test('replayLead and deleteLead with a body that is no JSON', async () => {
      expectDocumented('replayLead', await suite.call(`${path}/replay`, '{'));
      expectDocumented('deleteLead', await suite.call(nowhere, '{', { method: 'DELETE' }));
    });

    test('deleteLead', async () => {
      const method = 'DELETE';
      await expectAll('deleteLead', path, [[200, undefined, { method }]]);
      await expectAll('deleteLead', nowhere, [[404, undefined, { method }]]);
    });
  });

  test('getUsage', async () => {
    await expectAll('getUsage', '/api/usage', [[200, undefined]]);
    const limited = await makeAccount(suite.owner, { monthlyLeads: 5 });
    expectDocumented(
      'getUsage',
      await call(suite.api.url, '/api/usage', undefined, { key: limited.liveKey }),
    );
  });
});

describe('the page', () => {
  test('loads nothing from outside, and the browser is told so', async () => {
    const page = await call(suite.api.url, '/api/docs/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).not.toMatch(/(?:https?:)?\/\/[a-z0-9.-]+\.[a-z]{2,}/i);
    const policy = page.headers.get('content-security-policy') ?? '';
    const directives = new Map(
      policy.split(';').map((part) => {
        const [name = '', ...sources] = part.trim().split(/\s+/);
        return [name, sources] as const;
      }),
    );
    expect(directives.get('default-src')).toEqual(["'self'"]);
    expect(directives.get('connect-src') ?? ["'self'"]).toEqual(["'self'"]);
    const allowed = ["'self'", "'none'", "'unsafe-inline'", "'unsafe-eval'", 'data:', 'blob:'];
    for (const source of [...directives.values()].flat()) expect(allowed).toContain(source);
    const scripts = [...page.text.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, address = ''] of scripts) {
      const { href } = new URL(address, `${suite.api.url}/api/docs/`);
      expect(href.startsWith(suite.api.url)).toBe(true);
      const response = await fetch(href);
      await response.body?.cancel();
      expect(response.status).toBe(200);
    }
  });

  test('is found without its last slash', async () => {
    expect(await call(suite.api.url, '/api/docs')).toMatchObject({ status: 200 });
  });
});
