// Banners above every page: you're offline, the account will be deleted, you've nearly reached your plan's limit, or a key
// is about to expire.

import type { UsageResult } from '@leadline/contract';
import { useNetwork } from '@mantine/hooks';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { usageQuery } from '../api/usage-query.ts';
import { formatBytes, formatCount } from '../components/format-number.ts';
import { useAccount } from '../session/use-session.ts';
import classes from './banner.module.css';
import { KeyBanner, useExpiringKeys } from './key-banner.tsx';

const ClosedBanner = lazy(async () => ({ default: (await import('./closed-banner.tsx')).ClosedBanner }));

const WARN_FROM = 0.8;
const FULL_FROM = 0.95;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

export function Banner() {
  const { online } = useNetwork();
  const { delete_at: deleteAt } = useAccount();
  const { data: usage } = useQuery({ ...usageQuery, staleTime: 5 * 60_000 });
  const [firstKey, ...otherKeys] = useExpiringKeys();
  const warning = usage === undefined ? null : describeUsage(usage);
  return (
    <div role="status">
      {online ? (
        deleteAt !== null ? (
          <Suspense>
            <ClosedBanner deleteAt={deleteAt} />
          </Suspense>
        ) : (
          <>
            {warning !== null && (
              <p className={classes.banner}>
                <IconAlertTriangle size={16} aria-hidden />
                {warning}
              </p>
            )}
            {firstKey !== undefined && <KeyBanner keys={[firstKey, ...otherKeys]} />}
          </>
        )
      ) : (
        <p className={classes.banner}>
          <IconWifiOff size={16} aria-hidden />
          You are offline. This page may be out of date.
        </p>
      )}
    </div>
  );
}

function describeUsage({ used, limit, resets_at, storage }: UsageResult['data']): string | null {
  const { used_bytes, limit_bytes } = storage;
  if (limit_bytes !== null && used_bytes >= limit_bytes * FULL_FROM)
    return `You have used ${formatBytes(used_bytes)} of ${formatBytes(limit_bytes)} storage. When it is full, new leads are rejected.`;
  if (limit === null || used < limit * WARN_FROM) return null;
  const day = DAY.format(new Date(resets_at));
  if (used >= limit)
    return `You have used all ${formatCount(limit)} leads of your plan this month. New leads are rejected until ${day}.`;
  return `You have used ${formatCount(used)} of ${formatCount(limit)} leads this month. The limit resets on ${day}.`;
}
