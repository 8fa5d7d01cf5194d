// The queue job for one delivery.

import type { JobInsert } from 'pg-boss';
import { type ThrottleTier, throttleTierOf } from './throttle.ts';

export interface DeliveryJob {
  readonly account: string;
  readonly endpoint: string;
  readonly event: string;
}

/** Accounts within their fair share get high priority. Bulk deliveries, retries and deliveries to failing endpoints get
 * low priority. */
export const HIGH_PRIORITY = 0;
export const LOW_PRIORITY = -1;

/** The group tier for failing endpoints, which run only a few jobs at a time. */
export const FAILING = 'failing';

/** Throttled endpoints stay so while they fail: their deliveries wait for their moment in either case. */
export function chooseTier(
  maxPerMinute: number | null,
  isFailing: boolean,
): typeof FAILING | ThrottleTier | undefined {
  if (maxPerMinute !== null) return throttleTierOf(maxPerMinute);
  return isFailing ? FAILING : undefined;
}

export const keyOf = ({ account, endpoint, event }: DeliveryJob): string => `${account} ${endpoint} ${event}`;

/** Jobs are grouped by endpoint, so that a hanging endpoint ties up only a few at a time. */
export const makeDeliveryJob = (
  data: DeliveryJob,
  priority: number,
  tier?: typeof FAILING | ThrottleTier,
): JobInsert<DeliveryJob> => ({
  data,
  priority,
  group: { id: data.endpoint, ...(tier === undefined ? {} : { tier }) },
});
