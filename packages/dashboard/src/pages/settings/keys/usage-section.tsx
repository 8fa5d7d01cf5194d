// The plan, its usage this month and the storage in use, with a warning if a limit will be reached.

import type { UsageResult } from '@leadline/contract';
import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../../api/usage-query.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatCount, formatCountOf } from '../../../components/format-number.ts';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { Section } from '../section.tsx';
import { projectUsage } from './project-usage.ts';
import { SpamUsage } from './spam-usage.tsx';
import { StorageUsage } from './storage-usage.tsx';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

export function UsageSection() {
  const usage = useQuery(usageQuery);
  return (
    <Section
      title="Plan and usage"
      description="Each stored lead counts once. Spam, test leads and repeated requests don’t count."
    >
      {usage.data !== undefined ? (
        <>
          <Usage usage={usage.data} />
          <SpamUsage spam={usage.data.spam} />
          <StorageUsage storage={usage.data.storage} />
        </>
      ) : usage.isLoadingError ? (
        <ErrorState error={usage.error} onRetry={() => void usage.refetch()} isRetrying={usage.isFetching} />
      ) : (
        <SkeletonRows rows={3} height={20} label="Loading usage" />
      )}
    </Section>
  );
}

function Usage({ usage }: { readonly usage: UsageResult['data'] }) {
  const { plan, used, limit, left, resets_at: resetsAt } = usage;
  const { daysLeft, runsOutAt } = projectUsage(usage, Date.now());
  const reset = `The count resets on ${DAY.format(new Date(resetsAt))}, in ${formatCountOf(daysLeft, 'day')}.`;
  if (limit === null) {
    return (
      <>
        <PlanName plan={plan} />
        <Text>
          <b>{formatCountOf(used, 'lead')}</b> this month. Your plan has no limit. {reset}
        </Text>
      </>
    );
  }
  const isUsedUp = left === 0;
  return (
    <>
      <PlanName plan={plan} />
      <Text>
        <b>
          {formatCount(used)} of {formatCountOf(limit, 'lead')}
        </b>{' '}
        used this month, {isUsedUp ? 'none' : formatCount(left ?? 0)} left. {reset}
      </Text>
      <Progress
        value={Math.min(100, (used / Math.max(1, limit)) * 100)}
        color={isUsedUp ? 'var(--ll-danger)' : runsOutAt === null ? 'var(--ll-accent)' : 'var(--ll-warning)'}
        size="md"
        my="xs"
        aria-label="Used this month"
      />
      {isUsedUp ? (
        <Text c="var(--ll-danger)">
          New leads are rejected until then. Ask your administrator for a larger plan.
        </Text>
      ) : (
        runsOutAt !== null && (
          <Text c="var(--ll-warning)">
            At the current pace, you’ll reach the limit around {DAY.format(runsOutAt)}.
          </Text>
        )
      )}
    </>
  );
}

function PlanName({ plan }: { readonly plan: string }) {
  return (
    <Text c="dimmed" size="sm" mb={4}>
      Plan: {plan.charAt(0).toUpperCase() + plan.slice(1)}
    </Text>
  );
}
