// A thin line over the page for what touches all of it: no connection, or a plan that is nearly used up.

import type { UsageResult } from '@leadline/contract';
import { useNetwork } from '@mantine/hooks';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../api/usage-query.ts';
import { formatCount } from '../components/format-number.ts';
import classes from './banner.module.css';

const WORTH_TELLING = 0.8;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

export function Banner() {
  const { online } = useNetwork();
  const { data: usage } = useQuery({ ...usageQuery, staleTime: 5 * 60_000 });
  const told = usage === undefined ? null : tellUsage(usage);
  return (
    <div role="status">
      {online ? (
        told !== null && (
          <p className={classes.banner}>
            <IconAlertTriangle size={16} aria-hidden />
            {told}
          </p>
        )
      ) : (
        <p className={classes.banner}>
          <IconWifiOff size={16} aria-hidden />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  );
}

function tellUsage({ used, limit, resets_at }: UsageResult['data']): string | null {
  if (limit === null || used < limit * WORTH_TELLING) return null;
  const day = DAY.format(new Date(resets_at));
  if (used >= limit)
    return `All ${formatCount(limit)} leads of this month are used. New leads are refused until ${day}.`;
  return `${formatCount(used)} of ${formatCount(limit)} leads of this month are used. The count starts again on ${day}.`;
}
