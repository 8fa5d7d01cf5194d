// Source: how leads of this channel usually turn out.

import type { Facts } from '../facts/read-facts.ts';
import { type LedgerEntry, makeEntry } from '../ledger.ts';
import type { Channel } from '../lexicon/sources.ts';
import type { Settings } from '../settings.ts';

const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  referral: 'a referral',
  returning: 'a customer who returns',
  highIntentPage: 'a page that buyers use',
  partner: 'a partner',
  event: 'an event',
  search: 'a search',
  website: 'the website',
  chat: 'a call or chat',
  professional: 'a business network',
  content: 'content or e-mail',
  marketplace: 'a marketplace',
  social: 'social media',
  purchased: 'a bought list',
};

export function scoreSource({ channel }: Facts, { source }: Settings): LedgerEntry[] {
  if (channel === null) return [];
  return [
    makeEntry('source', `source-${channel}`, source[channel], `Came through ${CHANNEL_NAMES[channel]}`),
  ];
}
