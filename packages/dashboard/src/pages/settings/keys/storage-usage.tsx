// How much of the plan's storage is in use, with a warning when it is almost full.

import type { UsageResult } from '@leadline/contract';
import { Progress, Text } from '@mantine/core';
import { formatBytes } from '../../../components/format-number.ts';

const WARN_FROM = 0.8;

export function StorageUsage({ storage }: { readonly storage: UsageResult['data']['storage'] }) {
  const { used_bytes: used, limit_bytes: limit } = storage;
  if (limit === null) {
    return (
      <Text mt="sm">
        <b>{formatBytes(used)}</b> stored, test leads included.
      </Text>
    );
  }
  const share = used / Math.max(1, limit);
  return (
    <>
      <Text mt="sm">
        <b>
          {formatBytes(used)} of {formatBytes(limit)}
        </b>{' '}
        storage used, test leads included.
      </Text>
      <Progress
        value={Math.min(100, Math.ceil(share * 100))} // so that a little is visible, too
        color={
          share >= 1 ? 'var(--ll-danger)' : share >= WARN_FROM ? 'var(--ll-warning)' : 'var(--ll-accent)'
        }
        size="md"
        my="xs"
        aria-label="Storage used"
      />
      {share >= WARN_FROM && (
        <Text c={share >= 1 ? 'var(--ll-danger)' : 'var(--ll-warning)'}>
          When it’s full, new leads are rejected. Delete leads, shorten the retention period, or ask your
          administrator for a larger plan.
        </Text>
      )}
    </>
  );
}
