// The verdict of the fuzz drill. If the generator only produced nonsense, answers without a fault would prove nothing.

import type { FuzzReport } from '../../fuzz/run-fuzz.ts';
import { type Check, check, checkAtLeast } from '../drill.ts';

export interface FuzzFacts {
  readonly planned: number;
  readonly report: Pick<FuzzReport, 'sent' | 'statuses' | 'failures'>;
  /** Of a valid lead afterwards. */
  readonly laterStatus: number;
}

const EXPECTED_STATUSES = ['200', '400', '401', '404', '405', '413', '415', '422'];
const MIN_OF_EACH = 10;

export const judgeFuzz = ({ planned, report, laterStatus }: FuzzFacts): Check[] => [
  checkAtLeast('requests planned', planned, 1),
  check('requests sent', report.sent, planned),
  ...EXPECTED_STATUSES.map((status) =>
    checkAtLeast(`answers ${status}`, report.statuses.get(status) ?? 0, MIN_OF_EACH),
  ),
  check('kinds of failure', report.failures.length, 0),
  check('a valid lead afterwards', laterStatus, 200),
];
