// No caller sees, changes or deletes what is another's, on any route: first as the application is built, then
// with every condition on the account taken out of its queries, so that row-level security alone must hold.

import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/db/database.ts';
import { openPool } from '../src/db/pool.ts';
import { fromUuid, showId } from '../src/ids.ts';
import { makeLead } from './support/api.ts';
import { buildTestApp, type TestApp } from './support/app.ts';
import { cloneDatabase, makeAccount } from './support/database.ts';
import { type ForgetfulPool, openForgetfulPool } from './support/forgetful-pool.ts';

interface Tenant {
  readonly name: string;
  readonly accountId: string;
  readonly key: string;
  /** Stands in every lead of it and in no other's. */
  readonly secret: string;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

type Send = (
  as: Tenant,
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey?: string,
) => Promise<Reply>;

let url: string;
let owner: pg.Pool;
let tenants: readonly Tenant[];
beforeAll(async () => {
  url = await cloneDatabase();
  owner = openPool(url, { size: 2 });
  tenants = await makeTenants();
  const { app, close } = await buildTestApp(openApiPool(), openApiPool());
  await fill(senderOf(app));
  await close();
});
afterAll(() => owner.end());

const openApiPool = (): pg.Pool => openPool(url, { size: 2, role: 'leadline_api' });

async function makeTenants(): Promise<Tenant[]> {
  const made: Tenant[] = [];
  for (const name of ['A', 'B']) {
    const { accountId, liveKey, testKey } = await makeAccount(openDatabase(owner));
    const twin = await owner.query<{ id: string }>('select id from leadline.accounts where test_of = $1', [
      accountId,
    ]);
    const twinId = fromUuid(twin.rows[0]?.id ?? '');
    made.push({ name: `${name} live`, accountId, key: liveKey, secret: `secret-of-${name}-live` });
    made.push({ name: `${name} test`, accountId: twinId, key: testKey, secret: `secret-of-${name}-test` });
  }
  return made;
}

/** The same people everywhere, so that whatever joins by person, name or request would join across accounts. */
async function fill(send: Send): Promise<void> {
  for (const [index, tenant] of tenants.entries()) {
    for (let place = 0; place < 2 + index; place++) {
      const lead = makeLead({ message: `${tenant.secret}, number ${place}` });
      const { body } = await send(tenant, 'POST', '/api/webhook.php', lead, `order-${place}`);
      if (place > 0) continue;
      const outcome = { outcome: 'won', amount: 100, reason: tenant.secret };
      await send(tenant, 'POST', `/api/leads/${body.lead_id}/outcome`, outcome);
    }
    await send(tenant, 'POST', '/api/webhook.php', makeLead({ message: tenant.secret }), keyOnlyOf(tenant));
  }
}

const keyOnlyOf = ({ name }: Tenant): string => `only of ${name}`;

const senderOf =
  (app: TestApp['app']): Send =>
  async (as, method, path, body, idempotencyKey) => {
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      headers: {
        'x-api-key': as.key,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: response.statusCode, text: response.body, body: response.json() };
  };

const idsOf = async ({ accountId }: Tenant): Promise<string[]> =>
  (
    await owner.query<{ id: string }>(
      'select id from leadline.leads where account_id = $1 order by id desc',
      [accountId],
    )
  ).rows.map(({ id }) => showId('lead', fromUuid(id)));

const TENANT_TABLES = ['contacts', 'leads', 'outcomes', 'requests', 'usage'] as const;

/** Everything the database holds of a tenant. */
async function readAll({ accountId }: Tenant): Promise<string[]> {
  const rows: string[] = [];
  for (const table of TENANT_TABLES) {
    const read = await owner.query<{ row: string }>(
      `select t::text as row from leadline.${table} t where account_id = $1 order by 1`,
      [accountId],
    );
    rows.push(...read.rows.map(({ row }) => `${table} ${row}`));
  }
  return rows;
}

interface RouteCase {
  /** Whether it finds leads by a query that names the account. The intake does not: its statement is given the
   * account of each lead, and row-level security does not stand behind it. */
  readonly asksByAccount: boolean;
  readonly tryOn: (send: Send, caller: Tenant, other: Tenant) => Promise<Reply[]>;
}

const onEachLead =
  (method: string, suffix = '', body?: object): RouteCase['tryOn'] =>
  async (send, caller, other) => {
    const ids = (await idsOf(other)).slice(-3);
    expect(ids).toHaveLength(3);
    const replies: Reply[] = [];
    for (const id of ids) replies.push(await send(caller, method, `/api/leads/${id}${suffix}`, body));
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 404));
    return replies;
  };

/** Takes a lead in under a key that only the other has used so far, then under one that both have used. */
const takeIn =
  (path: string): RouteCase['tryOn'] =>
  async (send, caller, other) => {
    const lead = makeLead({ message: `${caller.secret} after ${other.name}` });
    const replies = [
      await send(caller, 'POST', path, lead, keyOnlyOf(other)),
      await send(caller, 'POST', path, makeLead({ message: `${caller.secret}, number 0` }), 'order-0'),
    ];
    const own = await idsOf(caller);
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(own).toContain(body.lead_id);
    }
    const { body } = await send(caller, 'GET', `/api/leads/${replies[0]?.body.lead_id}`);
    const { person } = body.data as { person: { lead_ids: string[] } };
    expect(own).toEqual(expect.arrayContaining(person.lead_ids));
    return replies;
  };

const CASES: Readonly<Record<string, RouteCase>> = {
  'POST /api/webhook.php': { asksByAccount: false, tryOn: takeIn('/api/webhook.php') },
  'POST /api/score.php': { asksByAccount: false, tryOn: takeIn('/api/score.php') },
  'POST /api/explain.php': {
    asksByAccount: false,
    tryOn: async (send, caller, other) => {
      const [id] = await idsOf(other);
      const reply = await send(caller, 'POST', '/api/explain.php', {
        lead: makeLead({ lead_id: id }),
        lead_id: id,
      });
      expect(reply.status).toBe(200);
      return [{ ...reply, text: reply.text.replaceAll(id ?? '', '') }];
    },
  },
  'GET /api/leads': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const [newest, ...older] = await idsOf(other);
      const own = await idsOf(caller);
      const replies: Reply[] = [];
      for (const query of [
        '',
        'q=ana',
        'q=%2B1212',
        'outcome=won',
        'source=google',
        `cursor=${newest}`,
        `cursor=${older.at(-1)}`,
      ]) {
        const reply = await send(caller, 'GET', `/api/leads?limit=100&${query}`);
        const listed = (reply.body.data as { lead_id: string }[]).map(({ lead_id }) => lead_id);
        expect(own, query).toEqual(expect.arrayContaining(listed));
        if (!query.startsWith('cursor') && !query.startsWith('outcome')) expect(listed, query).toEqual(own);
        replies.push(reply);
      }
      return replies;
    },
  },
  'GET /api/leads/{id}': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const replies = await onEachLead('GET')(send, caller, other);
      const own = await idsOf(caller);
      for (const id of own.slice(-3)) {
        const reply = await send(caller, 'GET', `/api/leads/${id}`);
        const { person } = reply.body.data as { person: { lead_ids: string[] } };
        expect(own).toEqual(expect.arrayContaining(person.lead_ids));
        replies.push(reply);
      }
      return replies;
    },
  },
  'POST /api/leads/{id}/outcome': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const replies = await onEachLead('POST', '/outcome', { outcome: 'lost', reason: caller.secret })(
        send,
        caller,
        other,
      );
      // What the caller may do reaches no further than its own.
      const [own] = await idsOf(caller);
      const reply = await send(caller, 'POST', `/api/leads/${own}/outcome`, { outcome: 'lost' });
      expect(reply.status).toBe(200);
      return [...replies, reply];
    },
  },
  'POST /api/leads/{id}/replay': { asksByAccount: true, tryOn: onEachLead('POST', '/replay') },
  'DELETE /api/leads/{id}': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const replies = await onEachLead('DELETE')(send, caller, other);
      const spare = await send(caller, 'POST', '/api/score.php', makeLead());
      const reply = await send(caller, 'DELETE', `/api/leads/${spare.body.lead_id}`);
      expect(reply.status).toBe(200);
      return [...replies, reply];
    },
  },
  'GET /api/usage': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const reply = await send(caller, 'GET', '/api/usage');
      const { rows } = await owner.query<{ leads: number }>(
        'select leads from leadline.usage where account_id = $1',
        [caller.accountId],
      );
      expect(rows).toHaveLength(1);
      expect((reply.body.data as { used: number }).used).toBe(rows[0]?.leads);
      return [reply];
    },
  },
};

/** With a live key and with a test key: the other account, its twin, and the caller's own twin. */
const pairs = (): [Tenant, Tenant][] =>
  tenants
    .slice(0, 2)
    .flatMap((caller) =>
      tenants.filter((other) => other !== caller).map((other): [Tenant, Tenant] => [caller, other]),
    );

async function tryRoute(route: string, send: Send): Promise<void> {
  for (const [caller, other] of pairs()) {
    const before = await readAll(other);
    const otherIds = await idsOf(other);
    const replies = await (CASES[route] as RouteCase).tryOn(send, caller, other);
    for (const { text } of replies) {
      expect(text).not.toContain(other.secret);
      for (const id of otherIds) expect(text, `${caller.name} on ${other.name}`).not.toContain(id);
    }
    expect(await readAll(other), `${caller.name} on ${other.name}`).toEqual(before);
  }
}

const ROUTES = Object.keys(CASES);
const ROUTES_WITHOUT_DATA = [
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/js/scalar.js',
  'GET /healthz',
  'GET /readyz',
];

describe('as the application is built', () => {
  let built: TestApp;
  beforeAll(async () => {
    built = await buildTestApp(openApiPool(), openApiPool());
  });
  afterAll(() => built.close());

  test('every documented route has its case here', async () => {
    const { paths } = (await built.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, unknown>>;
    }>();
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(ROUTES.toSorted());
  });

  test('every other route is known to show no data', () => {
    const path: string[] = [];
    const served = built.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
        path.splice(indent.length / 4, path.length, part);
        return methods.split(', ').map((method) => `${method} ${path.join('').replace(':id', '{id}')}`);
      });
    const known = [...ROUTES, ...ROUTES_WITHOUT_DATA];
    const withHead = known
      .filter((route) => route.startsWith('GET'))
      .map((route) => route.replace('GET', 'HEAD'));
    expect(served.filter((route) => route.trim() !== '').toSorted()).toEqual(
      [...known, ...withHead].toSorted(),
    );
  });

  test.each(ROUTES)('%s keeps to the caller’s own', async (route) => {
    await tryRoute(route, senderOf(built.app));
  });
});

describe('with no condition on the account in any query', () => {
  let reads: ForgetfulPool;
  let writes: ForgetfulPool;
  let built: TestApp;
  beforeAll(async () => {
    reads = openForgetfulPool(url, { size: 2, role: 'leadline_api' });
    writes = openForgetfulPool(url, { size: 2, role: 'leadline_api' });
    built = await buildTestApp(reads.pool, writes.pool);
  });
  afterAll(() => built.close());

  test.each(ROUTES)('%s keeps to the caller’s own by row-level security alone', async (route) => {
    const send = senderOf(built.app);
    const path = route.replace('{id}', 'lead_').split(' ')[1] as string;
    let forgotten = 0;
    // Only what the route itself asks counts, not what the case looks up by other routes.
    await tryRoute(route, async (as, method, to, ...rest) => {
      const before = reads.forgotten() + writes.forgotten();
      const reply = await send(as, method, to, ...rest);
      const isOfRoute = method === route.split(' ')[0] && to.startsWith(path.split('lead_')[0] as string);
      if (isOfRoute) forgotten += reads.forgotten() + writes.forgotten() - before;
      return reply;
    });
    if (CASES[route]?.asksByAccount) expect(forgotten).toBeGreaterThan(0);
    else expect(forgotten).toBe(0);
  });

  test('the same application without row-level security would show another’s lead', async () => {
    const asOwner = await buildTestApp(openForgetfulPool(url, { size: 1 }).pool, openPool(url, { size: 1 }));
    const [caller, , other] = tenants as [Tenant, Tenant, Tenant];
    const [id] = await idsOf(other);
    const reply = await senderOf(asOwner.app)(caller, 'GET', `/api/leads/${id}`);
    await asOwner.close();
    expect(reply.status).toBe(200);
    expect(reply.text).toContain(other.secret);
  });
});
