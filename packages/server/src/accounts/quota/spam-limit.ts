// Leads that we grade Spam don't count toward the plan, within limits of their own. See
// docs/decisions/0050-uncounted-spam.md.

import { Allowances } from '../../platform/base/allowances.ts';
import { clientNetwork } from '../../platform/base/client-network.ts';

/** How many such leads an account may store in a month. Null means unlimited. The database decides; see
 * sql/spam_limit_of.sql. */
export const spamLimitOf = (monthlyLimit: number | null): number | null =>
  monthlyLimit === null || monthlyLimit === 0 ? monthlyLimit : Math.max(monthlyLimit, 1_000);

/** Of the account's limit, in a day, so that a single bot can't use it up, nor fill the inbox. */
const ADDRESS_SHARE = 1 / 10;
/** So that a botnet at one form leaves something for the others, and time to replace its key. */
const KEY_SHARE = 1 / 4;
const DAY_SECONDS = 24 * 60 * 60;

export interface SpamSender {
  readonly accountId: string;
  readonly monthlyLimit: number | null;
  readonly key: string;
  /** Personal data: its network stays in memory, and only until its share is full again. */
  readonly address: string;
}

/** A share that a lead took. */
export interface TakenShare {
  giveBack(): void;
}

/** What each address and each intake key may still send today, in parts of their share. Counted by each process for itself;
 * the account's limit is exact. */
export const countSpamShares = (): Allowances => new Allowances({ burst: 1, perSecond: 1 / DAY_SECONDS });

/** Null if the address or the key has used up its share. */
export function takeSpamShare(
  shares: Allowances,
  { accountId, monthlyLimit, key, address }: SpamSender,
  now = performance.now(),
): TakenShare | null {
  const limit = spamLimitOf(monthlyLimit);
  if (limit === null) return UNLIMITED;
  if (limit === 0) return null;
  const parts = [
    [`${accountId} ${clientNetwork(address)}`, 1 / (limit * ADDRESS_SHARE)],
    [key, 1 / (limit * KEY_SHARE)],
  ] as const;
  // Half a lead, because the parts don't add up exactly.
  if (parts.some(([sender, part]) => shares.left(sender, now) < part / 2)) return null;
  for (const [sender, part] of parts) shares.use(sender, part, now);
  return {
    giveBack: () => {
      for (const [sender, part] of parts) shares.use(sender, -part);
    },
  };
}

const UNLIMITED: TakenShare = { giveBack: () => {} };
