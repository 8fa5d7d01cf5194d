// The sums of each range of a period: kept ones where possible, the others counted, and kept if the range is closed.

import { firstIdOf } from '../../platform/base/ids.ts';
import type { AccountAccess } from '../../platform/db/account-scope.ts';
import { countSums } from './count-sums.ts';
import { findClosed, forgetChangedSums, keepSums, readSums } from './keep-sums.ts';
import type { LeadSums } from './lead-sums.ts';
import type { Range } from './time-steps.ts';

/** A statement takes at most 15 s. What takes longer altogether is kept part by part, so asking again gets further. */
const GOAL_MS = 500;

/** `ranges` must follow each other without gaps. */
export async function sumLeads(account: AccountAccess, ranges: readonly Range[]): Promise<LeadSums[]> {
  const sums = await account.enter((scope) => readSums(scope, ranges));
  const missing = ranges.flatMap((range, place) => (sums[place] === null ? [{ range, place }] : []));
  if (missing.length === 0) return sums as LeadSums[];
  const closed = missing.some(({ range }) => range.isWhole)
    ? await account.enter((scope) => findClosed(scope))
    : null;
  for (let first = 0, size = 1; first < missing.length; ) {
    const part = missing.slice(first, first + lengthOfRun(missing, first, size));
    const startedAt = performance.now();
    const counted = await account.enter(async (scope) => {
      const mayKeep = await forgetChangedSums(scope);
      const ids = part.map(({ range }) => firstIdOf(range.from));
      const end = part.at(-1)?.range.to as Date;
      const counted = (await countSums(scope, [...ids, firstIdOf(end)])).map((sums, n) => ({
        ...(part[n] as (typeof part)[number]),
        sums,
      }));
      if (mayKeep && closed !== null)
        await keepSums(
          scope,
          counted.filter(({ range }) => range.isWhole && range.to <= closed),
        );
      return counted;
    });
    for (const { place, sums: found } of counted) sums[place] = found;
    first += part.length;
    const isSlow = performance.now() - startedAt > GOAL_MS;
    size = isSlow ? Math.max(1, Math.floor(part.length / 2)) : size * 4;
  }
  return sums as LeadSums[];
}

/** How many of the missing ranges follow each other without one that isn't missing, up to `most`. */
function lengthOfRun(missing: readonly { readonly place: number }[], first: number, most: number): number {
  const start = missing[first]?.place ?? 0;
  let length = 1;
  while (length < most && missing[first + length]?.place === start + length) length++;
  return length;
}
