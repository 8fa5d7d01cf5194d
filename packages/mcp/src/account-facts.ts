// What results take from the account: its currency, and the emails by which leads are assigned to people.

import type { CallOptions, Leadline } from '@leadline/sdk';
import { type Content, own } from './data-marks.ts';

export interface AccountFacts {
  /** Of amounts; missing if there are none. */
  readonly currency?: Content;
  /** By user ID; empty if nobody is assigned. */
  readonly emails: ReadonlyMap<string, string>;
}

interface Mentions {
  readonly assignee: string | null;
  readonly amount?: number | null | undefined;
}

/** Only asks for what these leads need, because every call counts toward the rate limit. */
export async function factsFor(
  leadline: Leadline,
  leads: readonly Mentions[],
  options: CallOptions,
): Promise<AccountFacts> {
  const emails = leads.some(({ assignee }) => assignee !== null)
    ? (await leadline.account.team(options)).map(({ user_id, email }): [string, string] => [user_id, email])
    : [];
  const hasAmount = leads.some(({ amount }) => amount != null);
  return {
    emails: new Map(emails),
    ...(hasAmount ? { currency: own((await leadline.account.profile(options)).currency) } : {}),
  };
}

/** The ID of somebody who has left the team. */
export const emailOf = (userId: string | null, { emails }: AccountFacts): string | null =>
  userId === null ? null : (emails.get(userId) ?? userId);
