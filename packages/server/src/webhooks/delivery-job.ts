// The queue job for one delivery.

import type { JobInsert } from 'pg-boss';

export interface DeliveryJob {
  readonly account: string;
  readonly endpoint: string;
  readonly event: string;
}

/** High priority is for accounts within their fair share. Bulk deliveries, retries and deliveries to failing endpoints
 * get low priority. */
export const HIGH_PRIORITY = 0;
export const LOW_PRIORITY = -1;

/** The tier of jobs for failing endpoints, only a few of which run at a time. */
export const FAILING = 'failing';

/** Unique for each delivery. */
export const keyOf = ({ account, endpoint, event }: DeliveryJob): string => `${account} ${endpoint} ${event}`;

/** Grouped by endpoint, so that one that hangs blocks only a few jobs at a time. */
export const makeDeliveryJob = (
  data: DeliveryJob,
  priority: number,
  tier?: typeof FAILING,
): JobInsert<DeliveryJob> => ({
  data,
  priority,
  group: { id: data.endpoint, ...(tier === undefined ? {} : { tier }) },
});
