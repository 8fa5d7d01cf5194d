// The API keys that work, and those that have just expired.

import type { ApiKey } from '@leadline/contract';
import { KEY_WARNING_DAYS } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export const keysQuery = queryOptions({
  queryKey: queryKeys.apiKeys,
  queryFn: ({ signal }) => call('GET', PATHS.keys, undefined, { signal }),
  select: (answer) => answer.data,
});

type Expiry = Pick<ApiKey, 'expires_at' | 'is_replaced'>;

const DAY_MS = 24 * 60 * 60_000;

export const isExpired = ({ expires_at }: Expiry, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

/** Whether it is time to replace it. A key that has a successor is being replaced. */
export const expiresSoon = (key: Expiry, now: number): boolean =>
  key.expires_at !== null &&
  !key.is_replaced &&
  !isExpired(key, now) &&
  Date.parse(key.expires_at) - now <= KEY_WARNING_DAYS * DAY_MS;
