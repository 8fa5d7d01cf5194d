// Drills that follow events and emails: what they would say about lost and repeated ones, and about nothing at all.

import { judgeAlerts } from '@leadline/testkit/drills/verdicts/judge-alerts';
import { judgeCells } from '@leadline/testkit/drills/verdicts/judge-cells';
import { judgeCrmOdoo } from '@leadline/testkit/drills/verdicts/judge-crm-odoo';
import {
  judgeEvents,
  judgeLeftovers,
  type ReceivedEvents,
} from '@leadline/testkit/drills/verdicts/judge-events';
import { judgeHa } from '@leadline/testkit/drills/verdicts/judge-ha';
import { judgeKillWorker } from '@leadline/testkit/drills/verdicts/judge-kill-worker';
import { deliveriesOf, describeVerdict, ledgerOf, receiptOf } from './describe-verdict.ts';

const receiver: ReceivedEvents = {
  accepted: [receiptOf('1', 'lead_a'), receiptOf('2', 'lead_b'), receiptOf('2', 'lead_b')],
  unverified: [],
};
const EVENTS: { receivers: readonly ReceivedEvents[]; posted: ReadonlySet<string> } = {
  receivers: [receiver],
  posted: new Set(['lead_a', 'lead_b']),
};
const LEFTOVERS = { events: 0, deliveries: 0, dead: 0 };

const receiving = (...accepted: readonly ReturnType<typeof receiptOf>[]) => ({
  receivers: [{ ...receiver, accepted }],
});

describeVerdict(
  'every drill with events',
  ({ receivers, posted }: typeof EVENTS) => judgeEvents(receivers, posted),
  EVENTS,
  {
    'no leads': [{ posted: new Set<string>(), ...receiving() }, 'leads with events'],
    'no endpoint': [{ receivers: [] }, 'endpoints'],
    'a lost event': [receiving(receiptOf('1', 'lead_a')), 'leads without an event at some endpoint'],
    'an event of nobody': [
      receiving(receiptOf('1', 'lead_a'), receiptOf('2', 'lead_b'), receiptOf('3', 'lead_c')),
      'events for unknown leads',
    ],
    'a lead with two events': [
      receiving(receiptOf('1', 'lead_a'), receiptOf('2', 'lead_b'), receiptOf('3', 'lead_b')),
      'leads with two event IDs',
    ],
    'an event with two leads': [
      receiving(receiptOf('1', 'lead_a'), receiptOf('1', 'lead_b')),
      'event IDs shared by two leads',
    ],
    'an invalid signature': [
      { receivers: [{ ...receiver, unverified: [{}] }] },
      'requests with an invalid signature',
    ],
  },
);

describeVerdict('every drill with a queue', judgeLeftovers, LEFTOVERS, {
  'an event that was not delivered': [{ events: 1 }, 'events left in the outbox'],
  'a delivery that was not finished': [{ deliveries: 1 }, 'deliveries not marked as delivered'],
  'a dead letter': [{ dead: 1 }, 'dead letters'],
});

const finished = receiptOf('9', '', 'import.finished');
const importing = [{ ...receiver, accepted: [...receiver.accepted, finished] }];
const IMPORTED = { status: 'finished', reportedStored: 5, rejected: 0, leads: 5, distinct: 5 };

describeVerdict(
  'kill-worker',
  judgeKillWorker,
  {
    planned: 2,
    killed: 2,
    interruptedDeliveries: 3,
    killsInImport: 1,
    secondsToDeliver: 12,
    receivers: importing,
    posted: EVENTS.posted,
    leftovers: LEFTOVERS,
    importRows: 5,
    imported: IMPORTED,
  },
  {
    'no kills planned': [{ planned: 0, killed: 0 }, 'kills planned'],
    'a worker that was not killed': [{ killed: 1 }, 'workers killed'],
    'kills that interrupted nothing': [{ interruptedDeliveries: 0 }, 'deliveries interrupted by a kill'],
    'kills after the import': [{ killsInImport: 0 }, 'kills that interrupted the import'],
    'events that never arrived': [
      { secondsToDeliver: null },
      'everything delivered within 30 s of the last restart',
    ],
    'late events': [{ secondsToDeliver: 31 }, 'everything delivered within 30 s of the last restart'],
    'no leads': [{ posted: new Set<string>() }, 'leads with events'],
    'a lost event': [
      { receivers: [{ ...receiver, accepted: [receiptOf('1', 'lead_a'), finished] }] },
      'leads without an event at some endpoint',
    ],
    'an import that nobody was told about': [
      { receivers: [receiver] },
      'import.finished events per endpoint',
    ],
    'no rows': [
      { importRows: 0, imported: { ...IMPORTED, reportedStored: 0, leads: 0, distinct: 0 } },
      'rows to import',
    ],
    'an import that failed': [{ imported: { ...IMPORTED, status: 'failed' } }, 'import status'],
    'a lost row': [{ imported: { ...IMPORTED, leads: 4 } }, 'imported leads in the database'],
    'a row imported twice': [{ imported: { ...IMPORTED, distinct: 4 } }, 'distinct imported leads'],
    'a wrong report': [{ imported: { ...IMPORTED, reportedStored: 4 } }, 'rows reported as stored'],
    'a rejected row': [{ imported: { ...IMPORTED, rejected: 1 } }, 'rows rejected'],
    'an event left over': [{ leftovers: { ...LEFTOVERS, events: 1 } }, 'events left in the outbox'],
  },
);

const mail = (messageId: string, ...leads: readonly string[]) => ({ to: 'ana', messageId, leads });

describeVerdict(
  'alerts',
  judgeAlerts,
  {
    planned: 1,
    killed: 1,
    killsThatInterrupted: 1,
    mails: [mail('1', 'a', 'b'), mail('2', 'c'), mail('2', 'c')],
    expected: ['a', 'b', 'c'].map((lead) => ({ to: 'ana', lead })),
    unsentEmails: 0,
    alertsWithoutEmail: 0,
    events: 0,
  },
  {
    'no kills planned': [{ planned: 0, killed: 0 }, 'kills planned'],
    'a worker that was not killed': [{ killed: 0 }, 'workers killed'],
    'kills between emails': [{ killsThatInterrupted: 0 }, 'kills that interrupted an email'],
    'nobody to tell': [{ expected: [], mails: [] }, 'alerts'],
    'no emails': [{ mails: [] }, 'leads that someone was not told about'],
    'a lost alert': [{ mails: [mail('1', 'a', 'b')] }, 'leads that someone was not told about'],
    'an alert in two emails': [
      { mails: [mail('1', 'a', 'b'), mail('2', 'c'), mail('3', 'c')] },
      'leads that someone was told about twice',
    ],
    'an alert about a lead of others': [
      { mails: [mail('1', 'a', 'b', 'x'), mail('2', 'c')] },
      'leads that someone was told about wrongly',
    ],
    'a Message-ID for two emails': [
      { mails: [mail('1', 'a', 'b'), mail('1', 'c')] },
      'Message-IDs with different recipients or texts',
    ],
    'too many repeats': [
      { mails: [mail('1', 'a', 'b'), mail('2', 'c'), mail('2', 'c'), mail('2', 'c')] },
      'repeats beyond one for each kill',
    ],
    'an email not marked as sent': [{ unsentEmails: 1 }, 'emails not marked as sent'],
    'an alert in no email': [{ alertsWithoutEmail: 1 }, 'alerts that were put into no email'],
    'an event left over': [{ events: 1 }, 'events left in the outbox'],
  },
);

const answer = (status: number, retryAfter: string | null = null) => ({ status, retryAfter, ms: 5 });
const accepted = { accountId: 'x', answers: [answer(200)], refusedMs: 0 };
const refused = { accountId: 'x', answers: [answer(503, '1'), answer(200)], refusedMs: 120 };
const stored = new Map([['x', ledgerOf('a', 'b')]]);

describeVerdict(
  'cells',
  judgeCells,
  {
    plannedMoves: 1,
    moves: 1,
    plannedKills: 2,
    kills: 2,
    accounts: [{ accountId: 'x', limit: 2 }],
    acknowledged: ['lead_a', 'lead_b'].map((leadId) => ({ accountId: 'x', leadId })),
    gaveUp: 0,
    unexpected: [],
    places: new Map([['x', 'north']]),
    ledgers: new Map([
      ['north', stored],
      ['south', new Map([['x', ledgerOf('a')]])],
    ]),
    whileMoving: [accepted],
    ofLostCell: [refused],
    ofOthers: [accepted],
    withoutDirectory: [accepted],
    ...EVENTS,
    eventful: EVENTS.posted,
    secondsToDeliver: 1,
    replays: { identical: 2, different: 0 },
  },
  {
    'no leads': [{ acknowledged: [], ledgers: new Map([['north', new Map()]]) }, 'leads acknowledged'],
    'no move': [{ plannedMoves: 0, moves: 0 }, 'moves planned'],
    'a move that did not happen': [{ moves: 0 }, 'accounts moved'],
    'no kills': [{ plannedKills: 0, kills: 0 }, 'kills planned'],
    'too few kills': [{ kills: 0 }, 'movers and workers killed'],
    'no leads during the moves': [{ whileMoving: [] }, 'leads while accounts moved'],
    'a lead refused for a moment during a move': [
      { whileMoving: [accepted, refused] },
      'leads refused while accounts moved',
    ],
    'a cell that was never down': [
      { ofLostCell: [accepted] },
      'answers that refused leads of the cell that was down',
    ],
    'a 503 without Retry-After': [
      { ofLostCell: [{ ...refused, answers: [answer(503)] }] },
      'of these, other than 503 with Retry-After',
    ],
    'no leads of other cells': [{ ofOthers: [] }, 'leads of other cells while one was down'],
    'an outage that spreads to other cells': [
      { ofOthers: [refused] },
      'leads of other cells refused while one was down',
    ],
    'no leads without the directory': [{ withoutDirectory: [] }, 'leads while the directory was down'],
    'an outage of the directory that is noticed': [
      { withoutDirectory: [refused] },
      'leads refused while the directory was down',
    ],
    'a lost lead': [
      { ledgers: new Map([['north', new Map([['x', ledgerOf('a')]])]]) },
      'acknowledged leads missing from their cell',
    ],
    'leads in the wrong cell': [
      { places: new Map([['x', 'south']]) },
      'acknowledged leads missing from their cell',
    ],
    'a lead that arrived in the cell that was left': [
      {
        ledgers: new Map([
          ['north', stored],
          ['south', new Map([['x', ledgerOf('c')]])],
        ]),
      },
      'leads only in a cell that the account has left',
    ],
    'a lead of nobody': [
      { ledgers: new Map([['north', new Map([['x', ledgerOf('a', 'b', 'c')]])]]) },
      'leads that were never acknowledged',
    ],
    'a lead stored twice': [
      {
        ledgers: new Map([
          [
            'north',
            new Map([
              ['x', { usage: 2, leads: ledgerOf('a', 'b').leads.map((lead) => ({ ...lead, email: 'a' })) }],
            ]),
          ],
        ]),
      },
      'leads stored twice',
    ],
    'a lead counted twice': [
      { ledgers: new Map([['north', new Map([['x', { ...ledgerOf('a', 'b'), usage: 3 }]])]]) },
      'accounts whose usage is not their leads',
    ],
    'no allowance to exceed': [{ accounts: [{ accountId: 'x', limit: null }] }, 'accounts with an allowance'],
    'an allowance that was exceeded': [
      { accounts: [{ accountId: 'x', limit: 1 }] },
      'accounts that did not end exactly at their allowance',
    ],
    'a lead that was never acknowledged': [{ gaveUp: 1 }, 'leads never acknowledged'],
    'an error': [{ unexpected: ['500'] }, 'unexpected answers'],
    'a lost event': [receiving(receiptOf('1', 'lead_a')), 'leads without an event at some endpoint'],
    'late events': [{ secondsToDeliver: 121 }, 'everything delivered within 120 s of the last lead'],
    'no replays': [{ replays: { identical: 0, different: 0 } }, 'replays that are identical'],
    'a replay that differs': [{ replays: { identical: 1, different: 1 } }, 'replays that differ'],
  },
);

describeVerdict(
  'ha',
  judgeHa,
  {
    planned: 3,
    failovers: 2,
    etcdFaults: 1,
    deliveries: deliveriesOf('a', 'b'),
    ledger: ledgerOf('a', 'b'),
    unavailable: { count: 2, withRetryAfter: 2 },
    secondsToDeliver: 5,
    receivers: [receiver],
    leftovers: LEFTOVERS,
    machines: ['same', 'same', 'same'],
    exited: 0,
    ready: [true, true],
  },
  {
    'no faults': [{ planned: 0, failovers: 0, etcdFaults: 0 }, 'faults planned'],
    'a fault without a failover': [{ failovers: 1 }, 'faults that were followed by a failover, or hit etcd'],
    'no leads': [
      { deliveries: deliveriesOf(), ledger: ledgerOf(), receivers: [{ ...receiver, accepted: [] }] },
      'leads acknowledged',
    ],
    'a lost lead': [{ ledger: ledgerOf('a') }, 'acknowledged leads missing from the database'],
    'a 503 without Retry-After': [
      { unavailable: { count: 2, withRetryAfter: 1 } },
      'responses 503 without Retry-After',
    ],
    'late events': [{ secondsToDeliver: 61 }, 'everything delivered within 60 s of the last lead'],
    'a lost event': [receiving(receiptOf('1', 'lead_a')), 'leads without an event at some endpoint'],
    'an event left over': [{ leftovers: { ...LEFTOVERS, events: 1 } }, 'events left in the outbox'],
    'a machine that is missing': [{ machines: ['same', 'same'] }, 'machines'],
    'machines that disagree': [
      { machines: ['same', 'same', 'other'] },
      'different sets of leads on the machines',
    ],
    'a process that ended': [{ exited: 1 }, 'processes that exited'],
    'a process that is not ready': [{ ready: [true, false] }, 'API processes that are not ready'],
    'no API processes': [{ ready: [] }, 'API processes'],
  },
);

const recordOf = (id: number, score = 60) => ({
  id,
  email: `${id}@example.org`,
  lead: `lead_${id}`,
  name: 'Ana Lopez',
  score,
});

describeVerdict(
  'crm-odoo',
  judgeCrmOdoo,
  {
    planned: { leads: 3, closed: 1, kills: 2, restarts: 1 },
    records: [recordOf(1), recordOf(2), recordOf(3)],
    links: 3,
    outcomes: [{ lead: 'lead_1', outcome: 'won 1000' }],
    decided: new Map([['lead_1', 'won 1000']]),
    edited: new Map([[2, 'Ana Lopez']]),
    kills: 2,
    killsAtWork: 1,
    restarts: 1,
  },
  {
    'no leads': [{ planned: { leads: 0, closed: 1, kills: 2, restarts: 1 } }, 'leads planned'],
    'a lead without a record': [{ records: [recordOf(1), recordOf(2)] }, 'records in Odoo'],
    'a lead with two records': [
      { records: [recordOf(1), recordOf(2), recordOf(3), recordOf(3)] },
      'records in Odoo',
    ],
    'two records with one email': [
      { records: [recordOf(1), recordOf(2), { ...recordOf(3), email: '2@example.org' }] },
      'emails among them',
    ],
    'two records of one lead': [
      { records: [recordOf(1), recordOf(2), { ...recordOf(3), lead: 'lead_2' }] },
      'leads among them',
    ],
    'a record without a score': [
      { records: [recordOf(1), recordOf(2), recordOf(3, 0)] },
      'records with a score',
    ],
    'a record that is not known': [{ links: 2 }, 'links to records'],
    'a lost outcome': [{ outcomes: [] }, 'outcomes'],
    'an outcome recorded twice': [
      { planned: { leads: 3, closed: 2, kills: 2, restarts: 1 } },
      'leads with an outcome',
    ],
    'a wrong amount': [
      { outcomes: [{ lead: 'lead_1', outcome: 'won 1' }] },
      'outcomes as decided in Odoo, with their amounts',
    ],
    'nothing edited': [{ edited: new Map() }, 'edits in Odoo'],
    'an edit that was overwritten': [
      { edited: new Map([[2, 'Edited 2']]) },
      'edits in Odoo that are still there',
    ],
    'no kill': [{ kills: 0 }, 'kills of the worker'],
    'kills that came too late': [{ killsAtWork: 0 }, 'kills while something was left to do'],
    'no restart': [{ restarts: 0 }, 'restarts of Odoo'],
  },
);
