// The verdict of the canary drill. That nothing leaked means something only if every kind of request was sent and answered, every
// failure happened, and the process logged and measured all of it.

import { LEAD_REQUESTS, OTHER_REQUESTS, REJECTED_LEAD, STORED_KINDS } from '../../canary/canary-requests.ts';
import type { CanaryReport } from '../../canary/send-canaries.ts';
import { type Check, check, checkAtLeast } from '../drill.ts';

/** What the requests must have been answered with. 503 means that the connection to the database was lost. */
const EXPECTED_STATUSES = ['200', '400', '401', '404', '413', '415', '500', '503'];

export function judgeCanary(report: CanaryReport): Check[] {
  const { answers, log } = report;
  const names = [...LEAD_REQUESTS, ...OTHER_REQUESTS].map(([name]) => name);
  const statuses = countStatuses(report);
  const withStatus = [...statuses].filter(([status]) => /^\d+$/.test(status));
  const answered = withStatus.reduce((sum, [, count]) => sum + count, 0);
  const defects = [...answers].filter(([name, of]) => name !== REJECTED_LEAD && of.has('500'));
  return [
    check('leaks', list(report.leaks.map(({ what }) => what)), 'none'),
    check('kinds of request that were not sent', list(names.filter((name) => !answers.has(name))), 'none'),
    check(
      'answers that never came',
      list(EXPECTED_STATUSES.filter((status) => !statuses.has(status))),
      'none',
    ),
    check(
      'answers 500 to anything but a row that the database rejects',
      list(defects.map(([name]) => name)),
      'none',
    ),
    check(
      'parts of leads that never reached the database',
      list(STORED_KINDS.filter((kind) => !report.storedKinds.includes(kind))),
      'none',
    ),
    checkAtLeast('kinds of canary', report.kinds.length, STORED_KINDS.length),
    check('kinds of canary that would not be noticed', list(report.blindSpots), 'none'),
    checkAtLeast('connections terminated', report.brokenConnections, 1),
    checkAtLeast('requests in the log', sum(log.requests.values()), answered),
    check(
      'answers that are not in the log',
      list(withStatus.flatMap(([status]) => (log.requests.has(status) ? [] : [status]))),
      'none',
    ),
    checkAtLeast('batches in the log that were retried', log.retriedBatches, 1),
    checkAtLeast('leads in the log that the database rejected', log.rejectedLeads, 1),
    checkAtLeast('bodies in the log that the database rejected', log.rejectedBodies, 1),
    checkAtLeast('requests in the metrics', report.measuredRequests, answered),
  ];
}

export function countStatuses({ answers }: CanaryReport): Map<string, number> {
  const statuses = new Map<string, number>();
  for (const of of answers.values())
    for (const [status, count] of of) statuses.set(status, (statuses.get(status) ?? 0) + count);
  return statuses;
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);

const list = (names: readonly string[]): string => [...new Set(names)].join(', ') || 'none';
