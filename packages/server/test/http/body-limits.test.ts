// Every route that accepts a body limits it, and knows who pays for it before it reads it.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import fastify, { type RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  LARGE_BODY,
  MEDIUM_BODY,
  requireBodyLimits,
  SETTINGS_BODY,
  SMALL_BODY,
} from '../../src/http/bodies/body-limits.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { listRouteOptions } from '../support/list-route-options.ts';

/** All others have SMALL_BODY. */
const LIMITS: Readonly<Record<string, number>> = {
  'POST /api/webhook.php': LARGE_BODY,
  'POST /api/score.php': LARGE_BODY,
  'POST /api/explain.php': LARGE_BODY,
  'POST /api/intake/:token': LARGE_BODY,
  'POST /api/leads': LARGE_BODY,
  'POST /api/test-lead': LARGE_BODY,
  'POST /api/batch': 8 * 1024 ** 2,
  'POST /api/imports': 1024 ** 3,
  'POST /api/imports/:id/preview': LARGE_BODY,
  'POST /api/imports/:id/start': LARGE_BODY,
  'PATCH /api/crm': MEDIUM_BODY,
  'PUT /api/routing': LARGE_BODY,
  'POST /api/routing/preview': LARGE_BODY,
  'PUT /api/settings/draft': SETTINGS_BODY,
  'POST /api/settings/backtest': SETTINGS_BODY,
  'POST /api/settings/publish': SETTINGS_BODY,
  'PATCH /api/leads': MEDIUM_BODY,
  'PATCH /api/leads/:id': MEDIUM_BODY,
  'POST /api/leads/:id/feedback': MEDIUM_BODY,
  'POST /api/leads/:id/outcome': MEDIUM_BODY,
  'POST /api/leads/outcomes': MEDIUM_BODY,
  'POST /api/views': MEDIUM_BODY,
  'POST /api/webhooks': MEDIUM_BODY,
  'PATCH /api/webhooks/:id': MEDIUM_BODY,
  'PUT /api/account/origins': MEDIUM_BODY,
  'POST /mcp': MEDIUM_BODY,
};

/** Anyone can call these. What their bodies cost is charged to the network they come from. */
const ANONYMOUS = [
  'POST /api/explain.php',
  'POST /api/auth/sign-up/email',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-in/sso',
  'POST /api/auth/sign-out',
  'POST /api/auth/request-password-reset',
  'POST /api/auth/reset-password',
  'POST /api/auth/two-factor/verify-totp',
  'POST /api/auth/two-factor/verify-backup-code',
];

let routes: { name: string; options: RouteOptions }[];
let built: TestApp;
beforeAll(async () => {
  const url = await cloneDatabase();
  const open = () => openPool(url, { size: 1, role: 'leadline_api' });
  const found = await listRouteOptions(async () => {
    built = await buildTestApp(open(), open());
  });
  routes = found
    .flatMap((options) =>
      [options.method].flat().map((method) => ({ name: `${method} ${options.url}`, options })),
    )
    .filter(({ name }) => !/^(GET|HEAD|OPTIONS) /.test(name));
});
afterAll(() => built.close());

test('each route has the limit it needs', () => {
  const limits = Object.fromEntries(routes.map(({ name, options }) => [name, options.bodyLimit]));
  const expected = Object.keys(limits).map((name) => [name, LIMITS[name] ?? SMALL_BODY]);
  expect(limits).toEqual(Object.fromEntries(expected));
  for (const name of Object.keys(LIMITS)) expect(limits).toHaveProperty([name]);
});

test('a stranger is rejected before the body is read, except where anyone may send one', async () => {
  const readFirst: string[] = [];
  for (const { name } of routes) {
    const [method, path] = name.split(' ') as ['POST', string];
    const { statusCode } = await built.app.inject({
      method,
      url: path.replaceAll(/:\w+/g, 'x'),
      headers: {
        'content-type': 'application/json',
        'content-length': String(4 * 1024 ** 3),
        'sec-fetch-site': 'same-origin',
      },
      payload: '{}',
    });
    expect(statusCode, name).toBeGreaterThanOrEqual(400);
    if (statusCode === 413) readFirst.push(name);
  }
  expect(readFirst.toSorted()).toEqual(ANONYMOUS.toSorted());
});

describe('a route without a limit', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('is not accepted: %s', (method) => {
    const app = fastify();
    requireBodyLimits(app);
    expect(() => app.route({ method, url: '/new', handler: () => '' })).toThrow('has no bodyLimit');
  });
});
