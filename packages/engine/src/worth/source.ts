// Source: how leads from this channel usually turn out.

import type { Facts } from '../facts/read-facts.ts';
import { type LedgerEntry, makeEntry } from '../ledger.ts';
import type { Channel } from '../lexicon/sources.ts';
import type { Settings } from '../settings.ts';

const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  referral: 'Referral',
  returning: 'Returning customer',
  highIntentPage: 'Quote or demo page',
  partner: 'Partner',
  event: 'Event',
  search: 'Search',
  website: 'Website',
  chat: 'Phone or chat',
  professional: 'Business network',
  content: 'Content or email campaign',
  marketplace: 'Marketplace',
  social: 'Social media',
  purchased: 'Purchased list',
};

export function scoreSource({ channel }: Facts, { source }: Settings): LedgerEntry[] {
  if (channel === null || source[channel] === 0) return [];
  return [makeEntry('source', `source-${channel}`, source[channel], `Source: ${CHANNEL_NAMES[channel]}`)];
}
