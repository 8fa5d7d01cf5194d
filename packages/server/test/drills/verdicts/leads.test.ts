// Drills of single processes: what they would say about lost, doubled and miscounted leads, and about nothing at all.

import { judgeAllowance } from '@leadline/testkit/drills/verdicts/judge-allowance';
import { judgeDeadlocks } from '@leadline/testkit/drills/verdicts/judge-deadlocks';
import { judgeDeliveries } from '@leadline/testkit/drills/verdicts/judge-deliveries';
import { judgeIdempotency } from '@leadline/testkit/drills/verdicts/judge-idempotency';
import { judgeImport } from '@leadline/testkit/drills/verdicts/judge-import';
import { judgeKillApi } from '@leadline/testkit/drills/verdicts/judge-kill-api';
import { judgeKillPostgres } from '@leadline/testkit/drills/verdicts/judge-kill-postgres';
import { judgePooler } from '@leadline/testkit/drills/verdicts/judge-poolers';
import { deliveriesOf, describeVerdict, ledgerOf } from './describe-verdict.ts';

const accepted = (name: string) => ({ status: 200, leadId: `lead_${name}`, text: name });
const rejected = { status: 402, leadId: null, text: '' };

const used = (leads: number, spam: number) => ({ used: leads, spam });

describeVerdict(
  'allowance',
  judgeAllowance,
  {
    allowance: 2,
    spamLimit: 1,
    answers: [accepted('a'), accepted('b'), rejected],
    spamAnswers: [accepted('s'), rejected],
    stored: ['lead_a', 'lead_b', 'lead_s'],
    usage: [used(2, 1), used(2, 1)],
  },
  {
    'an allowance of nothing, and no posts': [
      { allowance: 0, answers: [], spamAnswers: [], stored: [], usage: [used(0, 0), used(0, 0)] },
      'allowance',
    ],
    'too few posts to reach a limit': [
      { answers: [accepted('a'), accepted('b')], spamAnswers: [accepted('s')] },
      'posts beyond a limit',
    ],
    'no posts': [{ answers: [], spamAnswers: [] }, 'posts beyond a limit'],
    'one lead too many': [
      { answers: [accepted('a'), accepted('b'), accepted('c')], stored: ['lead_a', 'lead_b', 'lead_c'] },
      'answered 200',
    ],
    'one lead of spam too many': [{ spamAnswers: [accepted('s'), accepted('t')] }, 'spam answered 200'],
    'spam that was not answered with a limit': [
      { spamAnswers: [accepted('s'), { status: 500, leadId: null }] },
      'spam answered 402',
    ],
    'a lead stored although it was rejected': [
      { stored: ['lead_a', 'lead_b', 'lead_c', 'lead_s'] },
      'leads stored, spam included',
    ],
    'a lead stored twice': [
      { stored: ['lead_a', 'lead_b', 'lead_b', 'lead_s'] },
      'leads stored, spam included',
    ],
    'a missing lead': [
      { stored: ['lead_a', 'lead_x', 'lead_s'] },
      'acknowledged leads missing from the database',
    ],
    'an error': [{ answers: [accepted('a'), accepted('b'), { status: 500, leadId: null }] }, 'answered 402'],
    'a process that counts differently': [{ usage: [used(2, 1), used(1, 1)] }, 'usage reported by process 2'],
    'a process that counts spam differently': [
      { usage: [used(2, 1), used(2, 2)] },
      'spam reported by process 2',
    ],
    'processes that report nothing': [{ usage: [] }, 'processes that reported usage'],
  },
);

describeVerdict(
  'idempotency',
  judgeIdempotency,
  {
    name: 'key',
    hasKey: true,
    leadsPerRound: 1,
    rounds: [[accepted('a'), accepted('a'), { status: 409, leadId: null, text: '' }]],
    leads: 1,
    usage: 1,
  },
  {
    'no rounds': [{ rounds: [], leads: 0, usage: 0 }, 'key: rounds'],
    'a single post': [{ rounds: [[accepted('a')]] }, 'key: posts in each round'],
    'no lead': [
      { rounds: [[{ status: 409, leadId: null, text: '' }]], leads: 0, usage: 0 },
      'key: leads acknowledged',
    ],
    'two leads': [{ leads: 2 }, 'key: leads'],
    'a lead counted twice': [{ usage: 2 }, 'key: usage'],
    'two lead IDs': [{ rounds: [[accepted('a'), accepted('b')]] }, 'key: leads acknowledged'],
    'two answers': [
      { rounds: [[accepted('a'), { ...accepted('a'), text: 'other' }]] },
      'key: rounds with an unexpected number of distinct responses',
    ],
    'an error': [
      { rounds: [[accepted('a'), { status: 500, leadId: null, text: '' }]] },
      'key: responses other than 200 and 409',
    ],
    'a conflict without a key': [{ hasKey: false }, 'key: responses other than 200'],
  },
);

const DELIVERED = { deliveries: deliveriesOf('a', 'b'), ledger: ledgerOf('a', 'b') };

describeVerdict(
  'every drill with clients that retry',
  ({ deliveries, ledger }: typeof DELIVERED) => judgeDeliveries(deliveries, ledger),
  DELIVERED,
  {
    'no leads': [{ deliveries: deliveriesOf(), ledger: ledgerOf() }, 'leads acknowledged'],
    'a missing lead': [{ ledger: ledgerOf('a') }, 'acknowledged leads missing from the database'],
    'a lead stored twice': [
      {
        ledger: {
          usage: 3,
          leads: [...ledgerOf('a', 'b').leads, { leadId: 'lead_c', email: 'b' }],
        },
      },
      'duplicate leads for an Idempotency-Key',
    ],
    'a lead that nobody sent': [{ ledger: ledgerOf('a', 'b', 'c') }, 'leads stored'],
    'two lead IDs for a key': [
      {
        deliveries: {
          ...deliveriesOf('a'),
          acknowledged: new Map([['a', new Set(['lead_a', 'lead_b'])]]),
        },
      },
      'keys acknowledged with two lead IDs',
    ],
    'a lead counted twice': [{ ledger: { ...ledgerOf('a', 'b'), usage: 3 } }, 'usage'],
    'a lead that was never acknowledged': [
      { deliveries: { ...deliveriesOf('a', 'b'), gaveUp: 1 } },
      'leads not acknowledged within 60 s',
    ],
    'an error': [
      { deliveries: { ...deliveriesOf('a', 'b'), unexpected: ['500'] } },
      'responses other than 200, 409 and 503',
    ],
  },
);

describeVerdict(
  'kill-api',
  judgeKillApi,
  { planned: 2, killed: 2, ...DELIVERED },
  {
    'no kills planned': [{ planned: 0, killed: 0 }, 'kills planned'],
    'a process that was not killed': [{ killed: 1 }, 'processes killed'],
    'kills that hit nobody': [
      { deliveries: { ...deliveriesOf('a', 'b'), lost: 0 } },
      'requests that lost their connection',
    ],
    'a lost lead': [{ ledger: ledgerOf('a') }, 'acknowledged leads missing from the database'],
    'no leads': [{ deliveries: deliveriesOf(), ledger: ledgerOf() }, 'leads acknowledged'],
  },
);

describeVerdict(
  'kill-postgres',
  judgeKillPostgres,
  {
    outages: 2,
    wentUnready: 2,
    becameReady: 2,
    unavailableInLongest: 3,
    unavailable: { count: 4, withRetryAfter: 4 },
    exited: 0,
    ...DELIVERED,
  },
  {
    'no outage': [{ outages: 0, wentUnready: 0, becameReady: 0 }, 'outages'],
    'an outage that readyz did not notice': [
      { wentUnready: 1 },
      'outages in which both processes reported 503 on readyz',
    ],
    'a process that did not recover': [
      { becameReady: 1 },
      'outages after which both processes reported 200 on readyz',
    ],
    'an outage without consequences': [
      { unavailableInLongest: 0 },
      '503 with Retry-After during the longest outage',
    ],
    'a 503 without Retry-After': [
      { unavailable: { count: 4, withRetryAfter: 3 } },
      '503 without Retry-After',
    ],
    'a process that ended': [{ exited: 1 }, 'API processes that exited'],
    'a lost lead': [{ ledger: ledgerOf('a') }, 'acknowledged leads missing from the database'],
    'no leads': [{ deliveries: deliveriesOf(), ledger: ledgerOf() }, 'leads acknowledged'],
  },
);

const NOBODY: ReadonlySet<string> = new Set();
const account = {
  accountId: 'x',
  limit: 2,
  acknowledged: new Set(['lead_a', 'lead_b']),
  deleted: new Set(['lead_b']),
  rejected: 1,
};
const ledger = (usage: number, ...names: readonly string[]) =>
  new Map([['x', { ...ledgerOf(...names), usage }]]);

describeVerdict(
  'deadlocks',
  judgeDeadlocks,
  {
    deadlocks: 0,
    statuses: new Map([[200, 3]]),
    repeated: 1,
    accounts: [account],
    ledgers: ledger(2, 'a'),
  },
  {
    'no leads': [
      { accounts: [{ ...account, acknowledged: NOBODY, deleted: NOBODY }], ledgers: ledger(0) },
      'leads acknowledged',
    ],
    'no repeats': [{ repeated: 0 }, 'requests repeated'],
    'no deletions': [{ accounts: [{ ...account, deleted: NOBODY }] }, 'leads deleted'],
    'no rejections': [{ accounts: [{ ...account, rejected: 0 }] }, 'leads rejected'],
    'a deadlock': [{ deadlocks: 1 }, 'deadlocks reported by PostgreSQL'],
    'statistics that could not be read': [{ deadlocks: -1 }, 'deadlocks reported by PostgreSQL'],
    'an error': [{ statuses: new Map([[500, 1]]) }, 'responses other than 200, 402, 404 and 409'],
    'a miscounted lead': [
      { ledgers: ledger(1, 'a') },
      'accounts whose usage differs from the acknowledged leads',
    ],
    'a missing lead': [
      { ledgers: ledger(2) },
      'accounts whose stored leads differ from the acknowledged ones',
    ],
    'a lead that is back': [
      { ledgers: ledger(2, 'a', 'b') },
      'accounts whose stored leads differ from the acknowledged ones',
    ],
    'an account over its limit': [{ accounts: [{ ...account, limit: 1 }] }, 'accounts over their limit'],
    'an account rejected too early': [
      { accounts: [{ ...account, limit: 3 }] },
      'accounts rejected below their limit',
    ],
    'a lead stored twice': [
      {
        ledgers: new Map([
          ['x', { usage: 2, leads: [...ledgerOf('a').leads, { leadId: 'lead_b', email: 'a' }] }],
        ]),
      },
      'duplicate leads for an Idempotency-Key',
    ],
  },
);

describeVerdict(
  'import',
  judgeImport,
  {
    rows: 10,
    planned: 2,
    killed: 2,
    longestPauseMs: 9_000,
    rowsRead: 10,
    reportedStored: 10,
    stored: { leads: 10, distinct: 10, usage: 10 },
    idle: { p99: 10, count: 1_000 },
    importing: { p99: 15, count: 900 },
  },
  {
    'no rows': [
      { rows: 0, rowsRead: 0, reportedStored: 0, stored: { leads: 0, distinct: 0, usage: 0 } },
      'rows to import',
    ],
    'no kills': [{ planned: 0, killed: 0 }, 'kills planned'],
    'a kill that came too late': [{ killed: 1 }, 'workers killed during the import'],
    'a lost row': [{ stored: { leads: 9, distinct: 9, usage: 9 } }, 'leads in the table'],
    'a row imported twice': [{ stored: { leads: 10, distinct: 9, usage: 10 } }, 'duplicate rows'],
    'a row counted twice': [
      { stored: { leads: 10, distinct: 10, usage: 11 } },
      'leads counted toward the plan',
    ],
    'rows that were skipped': [{ rowsRead: 9 }, 'rows read'],
    'a wrong report': [{ reportedStored: 9 }, 'leads reported as stored'],
    'a long pause': [{ longestPauseMs: 30_000 }, 'resumed within 30 s'],
    'single leads that could not be timed': [
      { idle: { p99: 10, count: 9 } },
      'single leads timed while idle',
    ],
    'slow single leads': [
      { importing: { p99: 20, count: 900 } },
      'p99 of a single lead less than twice the idle p99',
    ],
    'an import that ended before a lead was timed': [
      { importing: { p99: 0, count: 0 } },
      'single leads timed during an import',
    ],
  },
);

describeVerdict(
  'poolers',
  judgePooler,
  {
    mode: 'session',
    startedUnaware: 'no',
    planned: 6,
    failed: 0,
    imported: 6,
    stored: 12,
    usage: 12,
    statusOfList: 200,
  },
  {
    'no leads': [{ planned: 0, imported: 0, stored: 0, usage: 0 }, 'session: leads to send'],
    'a process that does not notice the pooler': [
      { startedUnaware: 'yes' },
      'session: starts without saying so',
    ],
    'an error': [{ failed: 1 }, 'session: responses other than 200'],
    'a lost lead': [{ stored: 11 }, 'session: leads'],
    'a lead counted twice': [{ usage: 13 }, 'session: usage'],
    'a lost row': [{ imported: 5 }, 'session: rows imported'],
    'a list that fails': [{ statusOfList: 503 }, 'session: reading leads'],
  },
);
