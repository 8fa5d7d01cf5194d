// Drills that search, attack and measure: what they would say about what they must not find, and about having found nothing to
// look at.

import { LEAD_REQUESTS, OTHER_REQUESTS, STORED_KINDS } from '@leadline/testkit/canary/canary-requests';
import { check, failedChecks } from '@leadline/testkit/drills/drill';
import { Tally } from '@leadline/testkit/drills/hostile/tally';
import { judgeCanary } from '@leadline/testkit/drills/verdicts/judge-canary';
import { judgeCosts } from '@leadline/testkit/drills/verdicts/judge-cost';
import { judgeFuzz } from '@leadline/testkit/drills/verdicts/judge-fuzz';
import { isSlow, judgeHostile, type Phase } from '@leadline/testkit/drills/verdicts/judge-hostile';
import { judgeNetwork, ROWS } from '@leadline/testkit/drills/verdicts/judge-network';
import { judgeScale, type ScaleFacts } from '@leadline/testkit/drills/verdicts/judge-scale';
import { expect, test } from 'vitest';
import { describeVerdict } from './describe-verdict.ts';

const EVERY_STATUS = ['200', '400', '401', '404', '405', '413', '415', '422'];
const ANSWERS = new Map([...LEAD_REQUESTS, ...OTHER_REQUESTS].map(([name]) => [name, new Map([['200', 1]])]));
const withAnswer = (name: string, ...statuses: readonly string[]) =>
  new Map(ANSWERS).set(name, new Map(statuses.map((status) => [status, 1])));
const REJECTED = withAnswer(
  'lead that the database rejects',
  ...['200', '400', '401', '404', '413', '415', '500', '503'],
);
const LOG = {
  lines: 300,
  requests: new Map(['200', '400', '401', '404', '413', '415', '500', '503'].map((status) => [status, 40])),
  retriedBatches: 2,
  rejectedLeads: 1,
  rejectedBodies: 1,
};

describeVerdict(
  'canary',
  judgeCanary,
  {
    answers: REJECTED,
    brokenConnections: 20,
    log: LOG,
    measuredRequests: 320,
    kinds: [...STORED_KINDS, 'key'],
    storedKinds: STORED_KINDS,
    blindSpots: [],
    leaks: [],
  },
  {
    'a leak': [{ leaks: [{ what: 'email', line: '' }] }, 'leaks'],
    'no requests': [{ answers: new Map() }, 'kinds of request that were not sent'],
    'a kind of request that was not sent': [
      { answers: new Map([...REJECTED].filter(([name]) => name !== 'batch')) },
      'kinds of request that were not sent',
    ],
    'a failure that never happened': [{ answers: ANSWERS }, 'answers that never came'],
    'a defect': [
      { answers: new Map([...REJECTED, ['search', new Map([['500', 1]])]]) },
      'answers 500 to anything but a row that the database rejects',
    ],
    'a part of leads that never arrived': [
      { storedKinds: STORED_KINDS.slice(1) },
      'parts of leads that never reached the database',
    ],
    'no canaries': [{ kinds: [] }, 'kinds of canary'],
    'canaries that would not be noticed': [
      { blindSpots: ['phone'] },
      'kinds of canary that would not be noticed',
    ],
    'connections that held': [{ brokenConnections: 0 }, 'connections terminated'],
    'an empty log': [
      { log: { lines: 0, requests: new Map(), retriedBatches: 0, rejectedLeads: 0, rejectedBodies: 0 } },
      'requests in the log',
    ],
    'answers that were not logged': [
      { log: { ...LOG, requests: new Map([['200', 400]]) } },
      'answers that are not in the log',
    ],
    'no retries': [{ log: { ...LOG, retriedBatches: 0 } }, 'batches in the log that were retried'],
    'no rejected leads': [
      { log: { ...LOG, rejectedLeads: 0 } },
      'leads in the log that the database rejected',
    ],
    'no rejected bodies': [
      { log: { ...LOG, rejectedBodies: 0 } },
      'bodies in the log that the database rejected',
    ],
    'no metrics': [{ measuredRequests: 0 }, 'requests in the metrics'],
  },
);

const KNOWN = [7, 8, 9].map((thread) => ({ thread, address: '127.0.0.1:5432' }));
const WORK = {
  posted: 9,
  refused: 0,
  rowsImported: ROWS,
  known: KNOWN.map(({ thread, address }) => ({ name: `process ${thread}`, threads: [thread], address })),
};

// More of it in network.test.ts, from what strace prints.
describeVerdict(
  'network',
  ({ work, seen }: { work: Parameters<typeof judgeNetwork>[0]; seen: Parameters<typeof judgeNetwork>[1] }) =>
    judgeNetwork(work, seen),
  { work: WORK, seen: KNOWN },
  {
    'an empty trace': [{ seen: [] }, 'known connections that strace did not see'],
    'work that was not done': [{ work: null }, 'leads'],
    'a name server, even one on this machine': [
      { seen: [...KNOWN, { thread: 7, address: '127.0.0.53:53' }] },
      'name servers asked',
    ],
    'leads that were refused': [{ work: { ...WORK, refused: 1 } }, 'responses other than 200'],
    'rows that were not imported': [{ work: { ...WORK, rowsImported: 0 } }, 'rows imported'],
    'an address outside': [
      { seen: [...KNOWN, { thread: 7, address: '192.0.2.1:443' }] },
      'addresses outside this machine',
    ],
  },
);

describeVerdict(
  'fuzz',
  judgeFuzz,
  {
    planned: 100,
    report: { sent: 100, statuses: new Map(EVERY_STATUS.map((status) => [status, 10])), failures: [] },
    laterStatus: 200,
  },
  {
    'no requests': [
      { planned: 0, report: { sent: 0, statuses: new Map(), failures: [] } },
      'requests planned',
    ],
    'requests that were not sent': [{ planned: 200 }, 'requests sent'],
    'requests that were all nonsense': [
      { report: { sent: 100, statuses: new Map([['404', 100]]), failures: [] } },
      'answers 200',
    ],
    'a failure': [
      {
        report: {
          sent: 100,
          statuses: new Map(),
          failures: [{ fault: '500', request: '', answer: '', times: 1 }],
        },
      },
      'kinds of failure',
    ],
    'a service that no longer works': [{ laterStatus: 503 }, 'a valid lead afterwards'],
  },
);

const COST = { name: 'part', limitMs: 50, costMs: 20, tried: 100 };

describeVerdict(
  'cost',
  ({ targets }: { targets: Parameters<typeof judgeCosts>[0] }) => judgeCosts(targets),
  { targets: [COST] },
  {
    'no part of the API': [{ targets: [] }, 'parts of the API'],
    'no search': [{ targets: [{ ...COST, tried: 0, costMs: 0 }] }, 'part: inputs tried'],
    'nothing measured': [{ targets: [{ ...COST, costMs: 0 }] }, 'part: CPU time below 50 ms'],
    'an expensive input': [{ targets: [{ ...COST, costMs: 51 }] }, 'part: CPU time below 50 ms'],
  },
);

function tallyOf(statuses: readonly number[], hasCode = true): Tally {
  const tally = new Tally();
  for (const status of statuses) tally.count(status, hasCode);
  return tally;
}
const IDLE: Phase = {
  name: 'nothing',
  isRepeated: false,
  tally: tallyOf([]),
  apiDelayMs: 20,
  apiRssMb: 200,
  workerRssMb: 200,
  databaseGrowthMb: 1,
  walMb: 1,
  importSeconds: 1,
  crmSeconds: 3,
};
const ATTACK: Phase = { ...IDLE, name: 'attack', tally: tallyOf([200, 429]) };
const samplesOf = (...phases: readonly string[]) =>
  phases.flatMap((phase) =>
    (['lead', 'read'] as const).map((kind) => ({ kind, phase, ms: 20, status: 200 })),
  );
const attack = (changes: Partial<Phase>) => ({ phases: [IDLE, { ...ATTACK, ...changes }] });

describeVerdict(
  'hostile',
  judgeHostile,
  {
    isShort: false,
    stolenShare: 0,
    phases: [IDLE, ATTACK],
    samples: samplesOf('nothing', 'attack'),
    acknowledged: ['lead_a'],
    stored: new Set(['lead_a']),
    exited: 0,
    stuck: 0,
  },
  {
    'no attack': [{ phases: [IDLE], samples: samplesOf('nothing') }, 'attacks'],
    'an attack that never reached the service': [
      attack({ tally: tallyOf([0]) }),
      'attacks that never reached the service',
    ],
    'an attacker who is not limited': [
      attack({ tally: tallyOf([200]) }),
      'the attacker is limited (402, 413, 429)',
    ],
    'a normal tenant who was away': [
      { samples: samplesOf('nothing') },
      'attacks without leads of the normal tenant',
    ],
    'a normal tenant who sent nothing': [
      { samples: [], acknowledged: [] },
      'leads of the normal tenant acknowledged',
    ],
    'processes that were not measured': [
      attack({ apiRssMb: 0 }),
      'attacks in which the processes were not measured',
    ],
    'a lost lead': [{ stored: new Set<string>() }, 'acknowledged leads that are missing'],
    'a failed request of the normal tenant': [
      {
        samples: [...samplesOf('nothing', 'attack'), { kind: 'read', phase: 'attack', ms: 20, status: 503 }],
      },
      'requests of the normal tenant that failed',
    ],
    'slow leads': [
      {
        samples: [...samplesOf('nothing', 'attack'), { kind: 'lead', phase: 'attack', ms: 250, status: 200 }],
      },
      'attacks in which the p99 of leads is 250 ms or more',
    ],
    'slow reads': [
      {
        samples: [...samplesOf('nothing', 'attack'), { kind: 'read', phase: 'attack', ms: 500, status: 200 }],
      },
      'attacks in which the p99 of reads is 500 ms or more',
    ],
    'a worker that uses too much memory': [
      attack({ workerRssMb: 701 }),
      'attacks in which the worker uses more than 700 MB',
    ],
    'a sync that waits for other CRMs': [
      attack({ crmSeconds: 20 }),
      "attacks in which the sync of another account's CRM takes 20 s or more",
    ],
    'no sync': [
      {
        phases: [
          { ...IDLE, crmSeconds: null },
          { ...ATTACK, crmSeconds: null },
        ],
      },
      "syncs of the normal tenant's CRM",
    ],
    'a database that writes too much': [
      attack({ walMb: 1_025 }),
      'attacks in which the database writes more than 1024 MB of WAL',
    ],
    'an error without a code': [
      attack({ tally: tallyOf([429], false) }),
      'errors for the attacker without a code',
    ],
    'an event loop that is delayed': [
      attack({ apiDelayMs: Number.POSITIVE_INFINITY }),
      'attacks in which an event loop is delayed by 100 ms or more',
    ],
    'a freeze in a short drill': [
      { isShort: true, ...attack({ apiDelayMs: 5_000 }) },
      'attacks in which an event loop is delayed by 5000 ms or more',
    ],
    'a failed request in a run that was repeated': [
      {
        ...attack({ isRepeated: true }),
        samples: [...samplesOf('nothing', 'attack'), { kind: 'read', phase: 'attack', ms: 20, status: 503 }],
      },
      'requests of the normal tenant that failed',
    ],
    'too much memory': [
      attack({ apiRssMb: 1_201 }),
      'attacks in which an API process uses more than 1200 MB',
    ],
    'a slow import': [
      attack({ importSeconds: 20 }),
      "attacks in which another account's one-row import takes 20 s or more",
    ],
    'a server error': [attack({ tally: tallyOf([429, 500]) }), 'attacks answered with 5xx'],
    'a database that grows': [attack({ databaseGrowthMb: 1_024 }), 'the database grows by less than 1024 MB'],
    'a process that ended': [{ exited: 1 }, 'processes that ended'],
    'a process that does not stop': [{ stuck: 1 }, "processes that don't stop within 10 s"],
  },
);

test('an attack seems slow by the delay of the event loop or by what the normal tenant waits for', () => {
  const quick = samplesOf('attack');
  const slow = (kind: 'lead' | 'read', ms: number) => [{ kind, phase: 'attack', ms, status: 200 }];
  expect(isSlow(ATTACK, quick)).toBe(false);
  expect(isSlow({ ...ATTACK, apiDelayMs: 100 }, quick)).toBe(true);
  expect(isSlow(ATTACK, slow('lead', 250))).toBe(true);
  expect(isSlow(ATTACK, slow('read', 499))).toBe(false);
});

test('what took long in a run that was repeated doesn’t count', () => {
  const checks = judgeHostile({
    isShort: false,
    stolenShare: 0,
    phases: [IDLE, { ...ATTACK, isRepeated: true, apiDelayMs: 400 }, { ...ATTACK, name: 'attack, run 2' }],
    samples: [
      ...samplesOf('nothing', 'attack', 'attack, run 2'),
      { kind: 'lead', phase: 'attack', ms: 900, status: 200 },
    ],
    acknowledged: ['lead_a'],
    stored: new Set(['lead_a']),
    exited: 0,
    stuck: 0,
  });
  expect(failedChecks({ checks, figures: {} })).toEqual([]);
});

const times = (p95: number) => new Map(['first page', 'search: email'].map((name) => [name, { p95 }]));
const FIGURES = {
  ingest: { empty: { perSecond: 100 }, full: { perSecond: 90 } },
  pages: { small: times(10), large: times(20) },
  retention: { smallAccount: { leads: 3 }, largeAccount: { leads: 30 }, dropMs: 20 },
};

describeVerdict(
  'scale',
  (figures: ScaleFacts) =>
    judgeScale(figures).map(({ name, isMet }) => check(name, isMet ? 'met' : 'missed', 'met')),
  FIGURES,
  {
    'slower ingest': [
      { ingest: { ...FIGURES.ingest, full: { perSecond: 84 } } },
      'ingest, full against empty',
    ],
    'ingest that stored nothing': [
      { ingest: { empty: { perSecond: 0 }, full: { perSecond: 0 } } },
      'ingest, full against empty',
    ],
    'an empty database that could not be measured': [
      { ingest: { ...FIGURES.ingest, empty: { perSecond: 0 } } },
      'ingest, full against empty',
    ],
    'slow pages': [{ pages: { small: times(20), large: times(20) } }, 'first page of a small account, p95'],
    'no pages': [
      { pages: { small: new Map(), large: new Map() } },
      'slowest search of the large account, p95',
    ],
    'retention of a small account that deletes nothing': [
      { retention: { ...FIGURES.retention, smallAccount: { leads: 0 } } },
      'leads deleted with a month of a small account',
    ],
    'retention that deletes nothing': [
      { retention: { ...FIGURES.retention, largeAccount: { leads: 0 } } },
      'leads deleted with a month of the large account',
    ],
    'a month that is dropped slowly': [
      { retention: { ...FIGURES.retention, dropMs: 1_000 } },
      'dropping an empty month',
    ],
  },
);
