// The OpenAPI document is valid, and every response matches its schema.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { type ApiResponse, type CallOptions, call } from '@leadline/testkit/http/call';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import { validate } from '@scalar/openapi-parser';
import { Compile } from 'typebox/schema';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';
import { holdWrites } from '../support/hold-writes.ts';
import { listMissingFields } from '../support/missing-fields.ts';

const suite = useApi();

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { content: { readonly 'application/json'?: { schema: object; example?: unknown } } }>
  >;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let document: Document;
beforeAll(async () => {
  document = (await call(suite.api.url, '/api/openapi.json')).body;
});

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await validate({ ...document })).toMatchObject({ valid: true, errors: [], version: '3.1' });
  });

  test('is served without a key', async () => {
    expect(await call(suite.api.url, '/api/openapi.json')).toMatchObject({ status: 200 });
  });

  test('contains every call with a unique operationId', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [`${method} ${path}`, operationId]),
    );
    expect(Object.fromEntries(operations)).toEqual({
      'post /api/webhook.php': 'scoreLead',
      'post /api/score.php': 'scoreLeadLegacy',
      'post /api/intake/{token}': 'takeLead',
      'post /api/explain.php': 'explainLead',
      'post /api/batch': 'scoreBatch',
      'get /api/leads': 'listLeads',
      'get /api/leads/{id}': 'getLead',
      'delete /api/leads/{id}': 'deleteLead',
      'post /api/leads/{id}/outcome': 'recordOutcome',
      'post /api/leads/outcomes': 'recordOutcomes',
      'get /api/views': 'listViews',
      'post /api/views': 'createView',
      'delete /api/views/{id}': 'deleteView',
      'get /api/live': 'watchLeads',
      'post /api/leads/{id}/replay': 'replayLead',
      'post /api/imports': 'uploadImport',
      'get /api/imports': 'listImports',
      'get /api/imports/{id}': 'getImport',
      'post /api/imports/{id}/preview': 'previewImport',
      'post /api/imports/{id}/sheet': 'chooseSheet',
      'post /api/imports/{id}/header': 'chooseHeader',
      'post /api/imports/{id}/start': 'startImport',
      'post /api/imports/{id}/cancel': 'cancelImport',
      'post /api/imports/{id}/undo': 'undoImport',
      'get /api/imports/{id}/refused': 'downloadRefused',
      'get /api/imports/{id}/warnings': 'downloadWarnings',
      'post /api/webhooks': 'createWebhook',
      'get /api/webhooks': 'listWebhooks',
      'get /api/crm': 'getCrm',
      'put /api/crm': 'connectCrm',
      'patch /api/crm': 'changeCrm',
      'delete /api/crm': 'disconnectCrm',
      'get /api/crm/runs': 'listCrmRuns',
      'post /api/crm/runs': 'startCrmRun',
      'get /api/crm/runs/{id}': 'getCrmRun',
      'get /api/webhooks/{id}': 'getWebhook',
      'patch /api/webhooks/{id}': 'changeWebhook',
      'delete /api/webhooks/{id}': 'deleteWebhook',
      'post /api/webhooks/{id}/rotate-secret': 'rotateWebhookSecret',
      'post /api/webhooks/{id}/test': 'testWebhook',
      'get /api/webhooks/{id}/deliveries': 'listDeliveries',
      'post /api/webhooks/{id}/redeliver': 'redeliverFailed',
      'post /api/webhooks/{id}/deliveries/{event}/redeliver': 'redeliver',
      'get /api/people': 'exportPerson',
      'post /api/people/erase': 'erasePerson',
      'get /api/retention': 'getRetention',
      'put /api/retention': 'setRetention',
      'get /api/audit': 'listAudit',
      'get /api/insights': 'getInsights',
      'get /api/insights/lost-reasons': 'getLostReasons',
      'get /api/received': 'listReceived',
      'get /api/usage': 'getUsage',
      'patch /api/leads': 'changeLeads',
      'get /api/leads/counts': 'countLeads',
      'get /api/leads/export': 'exportLeads',
      'patch /api/leads/{id}': 'changeLead',
      'patch /api/leads/{id}/contact': 'correctContact',
      'post /api/leads/{id}/feedback': 'giveFeedback',
      'get /api/team': 'listTeam',
      'get /api/account/profile': 'getProfile',
      'get /api/routing': 'getRouting',
      'put /api/routing': 'saveRouting',
      'post /api/routing/preview': 'previewRouting',
      'get /api/settings': 'getSettings',
      'put /api/settings/draft': 'saveSettingsDraft',
      'post /api/settings/backtest': 'startBacktest',
      'get /api/settings/backtest': 'getBacktest',
      'post /api/settings/publish': 'publishSettings',
      'post /api/settings/rollback': 'rollBackSettings',
      'get /api/settings/versions': 'listSettingsVersions',
      'post /api/settings/rescore': 'startRescore',
      'get /api/settings/rescore': 'getRescore',
      'get /api/model': 'getModel',
      'put /api/model': 'changeModel',
      'post /api/model/train': 'trainModel',
      'get /api/model/versions': 'listModelVersions',
      'post /api/model/rollback': 'rollBackModel',
      'get /api/model/drifts': 'listDrifts',
      'post /api/model/drifts/{id}/acknowledge': 'acknowledgeDrift',
      'get /api/account/setup': 'getSetup',
    });
  });

  test('marks only the legacy call as deprecated', () => {
    const deprecated = Object.entries(document.paths).filter(
      ([, { post }]) => post && 'deprecated' in post && post.deprecated === true,
    );
    expect(deprecated.map(([path]) => path)).toEqual(['/api/score.php']);
  });

  test('describes where to send the key', () => {
    expect(document).toMatchObject({
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } } },
      security: [{ key: [] }],
      // The key is in the URL.
      paths: { '/api/intake/{token}': { post: { security: [] } } },
    });
  });

  test('describes success and JSON errors for every call', () => {
    for (const { operationId, responses } of operations()) {
      expect(Object.keys(responses), operationId).toContain('200');
      for (const [status, { content }] of Object.entries(responses)) {
        if (status !== '200') expect(Object.keys(content), operationId).toEqual(['application/json']);
      }
    }
  });

  test('describes the body of an upload', () => {
    const { content = {} } = document.paths['/api/imports']?.post?.requestBody ?? {};
    expect(Object.keys(content)).toEqual(expect.arrayContaining(['text/csv', 'application/x-ndjson']));
  });

  test.each(['previewImport', 'startImport', 'rotateWebhookSecret'])(
    'marks the body of %s as optional',
    (operationId) => {
      expect(getOperation(operationId).requestBody?.required ?? false).toBe(false);
    },
  );

  test('lists every status of the three interface calls', () => {
    const statuses = (path: string) => Object.keys(document.paths[path]?.post?.responses ?? {}).map(Number);
    const scoring = [200, 400, 401, 402, 403, 409, 413, 415, 422, 429, 500, 503];
    expect(statuses('/api/webhook.php')).toEqual(scoring);
    expect(statuses('/api/score.php')).toEqual(scoring);
    expect(statuses('/api/explain.php')).toEqual([200, 400, 401, 403, 413, 415, 429, 500, 503]);
  });
});

const operations = (): Operation[] => Object.values(document.paths).flatMap((item) => Object.values(item));

const getOperation = (operationId: string): Operation => {
  const found = operations().find((one) => one.operationId === operationId);
  if (found === undefined) throw new Error(`${operationId} is not documented`);
  return found;
};

/** The response must match the schema that the document has for its status, and have no field that the example lacks. */
function expectDocumented(operationId: string, answer: ApiResponse): void {
  const response = getOperation(operationId).responses[answer.status];
  const json = response?.content['application/json'];
  expect(json, `${operationId} documents ${answer.status}`).toBeDefined();
  const schema = { ...document, ...json?.schema };
  const [isValid, errors] = Compile(schema).Errors(answer.body);
  expect(isValid, `${operationId} ${answer.status}: ${JSON.stringify(errors)} ${answer.text}`).toBe(true);
  if (answer.status !== 200) return;
  const missing = listMissingFields(answer.body, json?.example);
  expect.soft(missing, `missing from the example of ${operationId} in openapi/operations.json`).toEqual([]);
}

describe('every response matches its schema:', () => {
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
    const beyond = await call(suite.api.url, path, { email: newEmail() }, { key: small.liveKey });
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
    await expectAll('listLeads', '/api/leads?sort=priority&grade=Hot,Warm', [[200, undefined]]);
    await expectAll('listLeads', '/api/leads?sort=priority&outcome=won', [[400, undefined]]);
  });

  test('recordOutcomes', async () => {
    const lead_ids = [(await suite.call('/api/webhook.php', { email: newEmail() })).body.lead_id, 'nobody'];
    await expectAll('recordOutcomes', '/api/leads/outcomes', [
      [200, { lead_ids, outcome: 'lost', reason: 'No budget' }],
      [400, { lead_ids: [], outcome: 'lost' }],
      [413, large],
      [415, { lead_ids, outcome: 'lost' }, JSON_ONLY],
    ]);
  });

  test('createView, listViews and deleteView', async () => {
    await expectAll('createView', '/api/views', [
      [200, { name: 'Hot ones', query: 'grade=Hot' }],
      [409, { name: 'HOT ONES', query: '' }],
      [400, { name: ' ', query: '' }],
      [413, large],
      [415, { name: 'A', query: '' }, JSON_ONLY],
    ]);
    await expectAll('listViews', '/api/views', [[200, undefined]]);
    const [{ view_id }] = (await suite.call('/api/views')).body.data;
    const method = 'DELETE';
    await expectAll('deleteView', `/api/views/${view_id}`, [[200, undefined, { method }]]);
    await expectAll('deleteView', `/api/views/${view_id}`, [
      [404, undefined, { method }],
      [413, large, { method }],
      [415, {}, { method, ...JSON_ONLY }],
    ]);
    expectDocumented('deleteView', await suite.call('/api/views/x', '{', { method }));
  });

  test('watchLeads', async () => {
    expectDocumented('watchLeads', await suite.call('/api/live', undefined, { key: 'nonsense' }));
    const { content } = getOperation('watchLeads').responses['200'] ?? {};
    expect(Object.keys(content ?? {})).toEqual(['text/event-stream']);
  });

  describe('one lead,', () => {
    let path: string;
    const nowhere = `/api/leads/lead_${'0'.repeat(32)}`;
    beforeAll(async () => {
      const custom_fields = { Role: 'CTO' };
      const { lead_id } = (
        await suite.call('/api/webhook.php', makeLead({ email: newEmail(), custom_fields }))
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

    test('replayLead and deleteLead with a body that is not JSON', async () => {
      expectDocumented('replayLead', await suite.call(`${path}/replay`, '{'));
      expectDocumented('deleteLead', await suite.call(nowhere, '{', { method: 'DELETE' }));
    });

    test('deleteLead', async () => {
      const method = 'DELETE';
      await expectAll('deleteLead', path, [[200, undefined, { method }]]);
      await expectAll('deleteLead', nowhere, [[404, undefined, { method }]]);
    });
  });

  test('takeLead', async () => {
    const addressOf = async (account: { accountId: string }): Promise<string> =>
      `/api/intake/${(await createKey(suite.owner, asOperator(account.accountId), 'live', 'Form', 'intake')).key}`;
    const headers = { 'Idempotency-Key': 'takeLead' };
    const address = await addressOf(suite.account);
    const small = await addressOf(await makeAccount(suite.owner, { monthlyLeads: 1 }));
    const slow = await addressOf(await makeAccount(suite.owner, { requestsPerMinute: 1 }));
    for (const [status, path, body, options] of [
      [200, address, makeLead()],
      [200, address, { phone: '1' }, { headers }],
      [422, address, { phone: '2' }, { headers }],
      [400, address, {}],
      [413, address, large],
      [415, address, makeLead(), JSON_ONLY],
      [401, '/api/intake/nonsense', makeLead()],
      [200, small, makeLead()],
      [402, small, { email: newEmail() }],
      [200, slow, makeLead()],
      [429, slow, makeLead()],
    ] as const) {
      const answer = await call(suite.api.url, path, body, options);
      expect(answer.status, answer.text).toBe(status);
      expectDocumented('takeLead', answer);
    }
  });

  test('scoreBatch', async () => {
    const headers = { 'Idempotency-Key': 'scoreBatch' };
    await expectAll('scoreBatch', '/api/batch', [
      [200, { leads: [makeLead(), {}, { email: 'seo@example.org', message: 'We offer cheap backlinks' }] }],
      [200, { leads: [{ phone: '1' }] }, { headers }],
      [200, { leads: [{ phone: '1' }] }, { headers }],
      [422, { leads: [{ phone: '2' }] }, { headers }],
      [400, { leads: [] }],
      [400, []],
      [413, { leads: [makeLead({ message: 'x'.repeat(8 * 1024 * 1024) })] }],
      [415, { leads: [makeLead()] }, JSON_ONLY],
    ]);
    const { liveKey: key } = await makeAccount(suite.owner, { monthlyLeads: 1 });
    const leads = [makeLead(), makeLead({ email: newEmail() })];
    for (const [when_full, status] of [
      ['stop', 402],
      ['skip', 200],
    ] as const) {
      const answer = await call(suite.api.url, '/api/batch', { leads, when_full }, { key });
      expect(answer.status).toBe(status);
      expectDocumented('scoreBatch', answer);
    }
  });

  describe('imports,', () => {
    const CSV = { headers: { 'Content-Type': 'text/csv' } };
    const POST = { method: 'POST' };
    const nowhere = `/api/imports/imp_${'0'.repeat(32)}`;
    // The number of waiting files is limited.
    afterEach(() => suite.owner.deleteFrom('imports').execute());
    /** An import that is ready to be started. */
    const upload = async (): Promise<string> => {
      const answer = await suite.call('/api/imports', `email,message\n${newEmail()},Hello\n`, CSV);
      return `/api/imports/${answer.body.data.import_id}`;
    };

    test('uploadImport', async () => {
      const file =
        'email,message,Role,outcome,date\nana@acme.com,We need 40 laptops,CTO,won,2026-03-01\n,,,,\n';
      await expectAll('uploadImport', '/api/imports?file_name=leads.csv', [
        [200, file, CSV],
        [200, file, CSV],
        [200, '{"email":"ana@acme.com"}\n', { headers: { 'Content-Type': 'application/x-ndjson' } }],
        [200, 'email\nbob@acme.com\n', { headers: { 'Content-Type': 'application/octet-stream' } }],
        [400, '', CSV],
        [400, undefined, POST],
        [400, 'PK\u0003\u0004', CSV],
        [415, file, { headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }],
      ]);
      await expectAll('uploadImport', '/api/imports?start=maybe', [[400, file, CSV]]);
      await expectAll('uploadImport', '/api/imports?start=true', [
        [200, `email\n${newEmail()}\n`, CSV],
        [400, 'colour\nred\n', CSV],
      ]);
      for (let waiting = 0; waiting < 10; waiting++)
        await suite.call('/api/imports', `email\n${newEmail()}\n`, CSV);
      await expectAll('uploadImport', '/api/imports', [[409, `email\n${newEmail()}\n`, CSV]]);
    });

    test('uploadImport with the body of the example gives the preview of the example', async () => {
      const { requestBody, responses } = getOperation('uploadImport');
      const file = requestBody?.content['text/csv']?.example as string;
      const example = responses[200]?.content['application/json']?.example as { data: { preview: object } };
      const { body } = await suite.call('/api/imports', file, CSV);
      expect(body.data.preview).toEqual(example.data.preview);
    });

    test('listImports and getImport', async () => {
      const path = await upload();
      await expectAll('listImports', '/api/imports', [[200, undefined]]);
      await expectAll('getImport', path, [[200, undefined]]);
      await expectAll('getImport', nowhere, [[404, undefined]]);
    });

    test('previewImport', async () => {
      const path = await upload();
      await expectAll('previewImport', `${path}/preview`, [
        [200, { mapping: { message: 'ignore' } }],
        [200, undefined, POST],
        [400, { mapping: { message: 'nonsense' } }],
        [400, { mapping: { nowhere: 'email' } }],
        [413, large],
        [415, {}, JSON_ONLY],
      ]);
      await expectAll('previewImport', `${nowhere}/preview`, [[404, {}]]);
      await suite.call(`${path}/cancel`, undefined, POST);
      await expectAll('previewImport', `${path}/preview`, [[409, {}]]);
    });

    test('startImport', async () => {
      const path = await upload();
      await expectAll('startImport', `${path}/start`, [
        [400, { mapping: { email: 'ignore' } }],
        [413, large],
        [415, {}, JSON_ONLY],
        [200, { when_full: 'skip' }],
        [409, undefined, POST],
      ]);
      await expectAll('startImport', `${nowhere}/start`, [[404, {}]]);
    });

    test('cancelImport', async () => {
      const path = await upload();
      await expectAll('cancelImport', `${path}/cancel`, [
        [200, undefined, POST],
        [409, undefined, POST],
        [413, large],
        [415, {}, JSON_ONLY],
      ]);
      expectDocumented('cancelImport', await suite.call(`${path}/cancel`, '{'));
      await expectAll('cancelImport', `${nowhere}/cancel`, [[404, undefined, POST]]);
    });

    test('downloadRefused', async () => {
      const answer = await suite.call(`${await upload()}/refused`);
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      await expectAll('downloadRefused', `${nowhere}/refused`, [[404, undefined]]);
    });
  });

  test('the CRM', async () => {
    const login = {
      vendor: 'odoo',
      url: 'http://127.0.0.1:9',
      database: 'acme',
      login: 'ana',
      api_key: 'secret',
    };
    const nowhere = `/api/crm/runs/run_${'0'.repeat(32)}`;
    await expectAll('getCrm', '/api/crm', [[200, undefined]]);
    await expectAll('changeCrm', '/api/crm', [[404, {}, { method: 'PATCH' }]]);
    await expectAll('disconnectCrm', '/api/crm', [[404, undefined, { method: 'DELETE' }]]);
    await expectAll('startCrmRun', '/api/crm/runs', [[404, { kind: 'sync' }]]);
    await expectAll('connectCrm', '/api/crm', [
      [200, login, { method: 'PUT' }],
      [400, { ...login, url: 'nowhere' }, { method: 'PUT' }],
      [409, { ...login, database: 'other' }, { method: 'PUT' }],
    ]);
    await expectAll('getCrm', '/api/crm', [[200, undefined]]);
    await expectAll('startCrmRun', '/api/crm/runs', [
      [200, { kind: 'sync' }],
      [400, { kind: 'import' }],
    ]);
    await expectAll('listCrmRuns', '/api/crm/runs', [[200, undefined]]);
    const { body } = await suite.call('/api/crm/runs');
    await expectAll('getCrmRun', `/api/crm/runs/${body.data[0].run_id}`, [[200, undefined]]);
    await expectAll('getCrmRun', nowhere, [[404, undefined]]);
    await expectAll('changeCrm', '/api/crm', [
      [200, { paused: true, mapping: { message: null } }, { method: 'PATCH' }],
      [400, { mapping: { message: 'name' } }, { method: 'PATCH' }],
    ]);
    await expectAll('startCrmRun', '/api/crm/runs', [[409, { kind: 'preview' }]]);
    await expectAll('disconnectCrm', '/api/crm', [[200, undefined, { method: 'DELETE' }]]);
  });

  describe('webhooks,', () => {
    const POST = { method: 'POST' };
    const nowhere = `/api/webhooks/hook_${'0'.repeat(32)}`;
    const endpoint = { url: 'http://127.0.0.1:9/', description: 'Ours', events: ['lead.scored'] };
    const add = async (): Promise<string> =>
      `/api/webhooks/${(await suite.call('/api/webhooks', endpoint)).body.data.webhook_id}`;

    test('createWebhook and listWebhooks', async () => {
      await expectAll('createWebhook', '/api/webhooks', [
        [200, endpoint],
        [200, { url: 'https://example.org/hook', format: 'slack', min_grade: 'Hot' }],
        [400, { url: 'ftp://example.org' }],
        [400, {}],
        [413, large],
        [415, endpoint, JSON_ONLY],
      ]);
      await expectAll('listWebhooks', '/api/webhooks', [[200, undefined]]);
      const { liveKey: key } = await makeAccount(suite.owner);
      for (let count = 0; count < 20; count++) await call(suite.api.url, '/api/webhooks', endpoint, { key });
      const beyond = await call(suite.api.url, '/api/webhooks', endpoint, { key });
      expect(beyond.status).toBe(409);
      expectDocumented('createWebhook', beyond);
    });

    test('getWebhook', async () => {
      await expectAll('getWebhook', await add(), [[200, undefined]]);
      await expectAll('getWebhook', nowhere, [[404, undefined]]);
    });

    test('changeWebhook', async () => {
      const method = 'PATCH';
      const path = await add();
      await expectAll('changeWebhook', path, [
        [200, { enabled: false, description: 'Off' }, { method }],
        [200, { enabled: true, url: 'http://127.0.0.1:10/' }, { method }],
        [200, {}, { method }],
        [400, { events: [] }, { method }],
        [413, large, { method }],
        [415, {}, { method, ...JSON_ONLY }],
      ]);
      await expectAll('changeWebhook', nowhere, [[404, {}, { method }]]);
    });

    test('rotateWebhookSecret', async () => {
      const path = await add();
      await expectAll('rotateWebhookSecret', `${path}/rotate-secret`, [
        [200, { grace_hours: 1 }],
        [200, undefined, POST],
        [400, { grace_hours: -1 }],
        [413, large],
        [415, {}, JSON_ONLY],
      ]);
      await expectAll('rotateWebhookSecret', `${nowhere}/rotate-secret`, [[404, undefined, POST]]);
    });

    test('testWebhook', async () => {
      const path = await add();
      await expectAll('testWebhook', `${path}/test`, [
        [200, undefined, POST],
        [413, large],
        [415, {}, JSON_ONLY],
      ]);
      expectDocumented('testWebhook', await suite.call(`${path}/test`, '{'));
      await expectAll('testWebhook', `${nowhere}/test`, [[404, undefined, POST]]);
    });

    test('listDeliveries, redeliver and redeliverFailed', async () => {
      const path = await add();
      const id = `${path.slice(path.lastIndexOf('_') + 1)}`;
      const { lead_id } = (await suite.call('/api/webhook.php', makeLead({ email: newEmail() }))).body;
      const leadId = lead_id.slice('lead_'.length);
      await suite.owner
        .insertInto('deliveries')
        .values({
          account_id: suite.account.accountId,
          endpoint_id: id,
          event_id: leadId,
          event: 'lead.scored',
          lead_id: leadId,
          data: null,
          status: 'failed',
          attempts: 8,
          next_attempt_at: null,
          last_attempt_at: new Date(),
          response_status: 500,
          response_excerpt: 'Sorry',
          error: 'it answered with 500',
        })
        .execute();
      await expectAll('listDeliveries', `${path}/deliveries?limit=1`, [[200, undefined]]);
      await expectAll('listDeliveries', `${path}/deliveries?status=maybe`, [[400, undefined]]);
      await expectAll('listDeliveries', `${path}/deliveries?cursor=maybe`, [[400, undefined]]);
      await expectAll('listDeliveries', `${nowhere}/deliveries`, [[404, undefined]]);
      await expectAll('redeliver', `${path}/deliveries/evt_${leadId}/redeliver`, [
        [200, undefined, POST],
        [413, large],
        [415, {}, JSON_ONLY],
      ]);
      await expectAll('redeliver', `${path}/deliveries/nonsense/redeliver`, [[404, undefined, POST]]);
      expectDocumented('redeliver', await suite.call(`${path}/deliveries/evt_${leadId}/redeliver`, '{'));
      await expectAll('redeliverFailed', `${path}/redeliver`, [
        [200, undefined, POST],
        [413, large],
        [415, {}, JSON_ONLY],
      ]);
      expectDocumented('redeliverFailed', await suite.call(`${path}/redeliver`, '{'));
      await suite.call(path, { enabled: false }, { method: 'PATCH' });
      await expectAll('testWebhook', `${path}/test`, [[409, undefined, POST]]);
      await expectAll('redeliver', `${path}/deliveries/evt_${leadId}/redeliver`, [[409, undefined, POST]]);
      await expectAll('redeliverFailed', `${path}/redeliver`, [[409, undefined, POST]]);
      await expectAll('redeliverFailed', `${nowhere}/redeliver`, [[404, undefined, POST]]);
    });

    test('deleteWebhook', async () => {
      const method = 'DELETE';
      await expectAll('deleteWebhook', await add(), [[200, undefined, { method }]]);
      await expectAll('deleteWebhook', nowhere, [
        [404, undefined, { method }],
        [413, large, { method }],
        [415, {}, { method, ...JSON_ONLY }],
      ]);
      expectDocumented('deleteWebhook', await suite.call(nowhere, '{', { method }));
    });

    test('on an installation without SECRET_KEY', async () => {
      const without = await startTestApi(suite.databaseUrl, { secretKey: null, allowPrivateTargets: false });
      try {
        const path = await add();
        for (const [operationId, to, body, method] of [
          ['createWebhook', '/api/webhooks', { url: 'https://example.org/hook' }, 'POST'],
          ['listWebhooks', '/api/webhooks', undefined, 'GET'],
          ['getWebhook', path, undefined, 'GET'],
          ['changeWebhook', path, {}, 'PATCH'],
          ['rotateWebhookSecret', `${path}/rotate-secret`, {}, 'POST'],
        ] as const) {
          const answer = await call(without.url, to, body, { method, key: suite.account.liveKey });
          expect(answer.status, operationId).toBe(501);
          expectDocumented(operationId, answer);
        }
      } finally {
        await without.stop();
      }
    });
  });

  describe('people,', () => {
    test('exportPerson', async () => {
      await suite.call('/api/webhook.php', makeLead({ email: 'export@acme.com' }));
      await expectAll('exportPerson', '/api/people?email=export@acme.com', [[200, undefined]]);
      await expectAll('exportPerson', '/api/people?phone=%2B12125550123', [[200, undefined]]);
      for (const query of ['', '?email=a@b.c&phone=12345', '?email=nobody', '?phone=abcd', '?name=Ana']) {
        await expectAll('exportPerson', `/api/people${query}`, [[400, undefined]]);
      }
    });

    test('erasePerson', async () => {
      // In a separate account without other imports.
      const { liveKey: key } = await makeAccount(suite.owner);
      await expectAll('erasePerson', '/api/people/erase', [
        [200, { email: 'erase@acme.com' }, { key }],
        [200, { phone: '+12125550123' }, { key }],
        [400, { email: 'erase@acme.com', phone: '+12125550123' }, { key }],
        [400, { name: 'Ana' }, { key }],
        [413, large, { key }],
        [415, { email: 'erase@acme.com' }, { key, ...JSON_ONLY }],
      ]);
      const headers = { 'Content-Type': 'text/csv' };
      // There is no worker, so it stays queued.
      await call(suite.api.url, '/api/imports?start=true', 'email\nerase@acme.com\n', { key, headers });
      await expectAll('erasePerson', '/api/people/erase', [[409, { email: 'erase@acme.com' }, { key }]]);
    });

    test('getRetention and setRetention', async () => {
      const method = 'PUT';
      await expectAll('getRetention', '/api/retention', [[200, undefined]]);
      await expectAll('setRetention', '/api/retention', [
        [200, { days: 365 }, { method }],
        [400, { days: 0 }, { method }],
        [400, {}, { method }],
        [413, large, { method }],
        [415, { days: 365 }, { method, ...JSON_ONLY }],
      ]);
      await expectAll('getRetention', '/api/retention', [[200, undefined]]);
      await expectAll('setRetention', '/api/retention', [[200, { days: null }, { method }]]);
    });

    test('listAudit', async () => {
      await expectAll('listAudit', '/api/audit?limit=1', [[200, undefined]]);
      await expectAll('listAudit', '/api/audit?limit=0', [[400, undefined]]);
      await expectAll('listAudit', '/api/audit?cursor=maybe', [[400, undefined]]);
    });
  });

  test('getInsights', async () => {
    const query = 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z';
    await expectAll('getInsights', `/api/insights?${query}`, [[200, undefined]]);
    await expectAll('getInsights', '/api/insights', [[400, undefined]]);
  });

  test('getLostReasons', async () => {
    const query = 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z';
    await expectAll('getLostReasons', `/api/insights/lost-reasons?${query}`, [[200, undefined]]);
    await expectAll('getLostReasons', '/api/insights/lost-reasons', [[400, undefined]]);
  });

  test('listReceived', async () => {
    await suite.call('/api/webhook.php', { email: newEmail() });
    await suite.call('/api/webhook.php', '{');
    await expect
      .poll(async () => (await suite.call('/api/received?status=refused')).body.data.length, {
        timeout: 10_000,
      })
      .toBeGreaterThan(0);
    await expectAll('listReceived', '/api/received', [[200, undefined]]);
    await expectAll('listReceived', '/api/received?limit=0', [[400, undefined]]);
  });

  test.each([
    ['countLeads', '/api/leads/counts'],
    ['listTeam', '/api/team'],
    ['getProfile', '/api/account/profile'],
    ['getSetup', '/api/account/setup'],
    ['getRouting', '/api/routing'],
    ['getSettings', '/api/settings'],
    ['listSettingsVersions', '/api/settings/versions'],
    ['getBacktest', '/api/settings/backtest'],
    ['getRescore', '/api/settings/rescore'],
    ['getModel', '/api/model'],
    ['listModelVersions', '/api/model/versions'],
    ['listDrifts', '/api/model/drifts'],
  ])('%s', (operationId, path) => expectAll(operationId, path, [[200, undefined]]));

  test('changeLead, changeLeads, correctContact and giveFeedback', async () => {
    const { lead_id } = (await suite.call('/api/webhook.php', makeLead({ email: newEmail() }))).body;
    const path = `/api/leads/${lead_id}`;
    const method = 'PATCH';
    await expectAll('changeLead', path, [
      [200, { status: 'contacted', note: 'Left a voicemail' }, { method }],
    ]);
    await expectAll('changeLeads', '/api/leads', [
      [200, { lead_ids: [lead_id], status: 'qualified' }, { method }],
    ]);
    await expectAll('correctContact', `${path}/contact`, [
      [200, { company: 'Acme', rescore: true }, { method }],
    ]);
    await expectAll('giveFeedback', `${path}/feedback`, [[200, { verdict: 'right' }]]);
  });

  test('saveSettingsDraft', async () => {
    const { revision } = (await suite.call('/api/settings')).body.data.draft;
    const changes = { grades: { hot: 75 } };
    await expectAll('saveSettingsDraft', '/api/settings/draft', [
      [200, { revision, changes }, { method: 'PUT' }],
      [409, { revision, changes }, { method: 'PUT' }],
    ]);
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

describe('the docs page', () => {
  test('loads nothing from other sites, and its policy forbids it', async () => {
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
    const allowed = ["'self'", "'none'", "'unsafe-inline'", 'data:'];
    for (const source of [...directives.values()].flat()) expect(allowed).toContain(source);
    const scripts = [...page.text.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, address = ''] of scripts) {
      if (address === 'data:,') continue; // the empty icon
      const { href } = new URL(address, `${suite.api.url}/api/docs/`);
      expect(href.startsWith(suite.api.url)).toBe(true);
      const response = await fetch(href);
      await response.body?.cancel();
      expect(response.status).toBe(200);
    }
  });

  test('is served without a trailing slash', async () => {
    expect(await call(suite.api.url, '/api/docs')).toMatchObject({ status: 200 });
  });
});
