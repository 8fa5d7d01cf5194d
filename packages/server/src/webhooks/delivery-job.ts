// A job of the queue that makes one delivery.

import type { JobInsert } from 'pg-boss';

export interface DeliveryJob {
  readonly account: string;
  readonly endpoint: string;
  readonly event: string;
}

/** Deliveries come in this order: those of accounts that keep within their turn first; behind them what comes in bulk,
 * what failed before, and what goes to an endpoint that fails. */
export const FIRST = 0;
export const LATER = -1;

/** The tier of jobs that go to an endpoint that fails: few of them at a time. */
export const FAILING = 'failing';

/** Tells deliveries apart. */
export const keyOf = ({ account, endpoint, event }: DeliveryJob): string => `${account} ${endpoint} ${event}`;

/** Grouped by endpoint: one that hangs holds up only a few jobs at a time. */
export const makeDeliveryJob = (
  data: DeliveryJob,
  priority: number,
  tier?: typeof FAILING,
): JobInsert<DeliveryJob> => ({
  data,
  priority,
  group: { id: data.endpoint, ...(tier === undefined ? {} : { tier }) },
});
