// Tells owners that a key is about to expire. Whatever uses it would stop sending leads without a word.

import type { ApiKey } from '@leadline/contract';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { expiresSoon, keysQuery } from '../api/keys-query.ts';
import { useNow } from '../components/relative-time.tsx';
import { TextLink } from '../components/text-link.tsx';
import { PAGES } from '../navigation/page-paths.ts';
import { useCan } from '../session/use-session.ts';
import classes from './banner.module.css';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

/** The keys that expire within a week, the first one first. Only owners can replace them. */
export function useExpiringKeys(): readonly ApiKey[] {
  const isOwner = useCan('owner');
  const now = useNow();
  const { data: keys = [] } = useQuery({ ...keysQuery, enabled: isOwner, staleTime: 60 * 60_000 });
  return keys
    .filter((key) => expiresSoon(key, now))
    .toSorted((a, b) => Date.parse(a.expires_at ?? '') - Date.parse(b.expires_at ?? ''));
}

export function KeyBanner({ keys }: { readonly keys: readonly [ApiKey, ...ApiKey[]] }) {
  const [first] = keys;
  const day = DAY.format(new Date(first.expires_at ?? ''));
  return (
    <p className={classes.banner}>
      <IconKey size={16} aria-hidden />
      <span>
        {keys.length === 1
          ? `The key “${first.name}” (…${first.hint}) expires on ${day}.`
          : `${keys.length} keys expire within a week, the first one on ${day}.`}{' '}
        <TextLink to={PAGES.keys}>Open the keys</TextLink>
      </span>
    </p>
  );
}
