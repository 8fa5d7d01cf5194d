// Placeholder rows, as tall as the real ones so that nothing jumps when they load.

import { Skeleton, Stack } from '@mantine/core';

interface SkeletonRowsProps {
  readonly rows?: number;
  readonly height?: number;
  /** What is loading, for screen readers. */
  readonly label?: string;
}

export function SkeletonRows({ rows = 6, height = 40, label = 'Loading' }: SkeletonRowsProps) {
  return (
    <Stack gap={8} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <Skeleton key={row} height={height} radius="sm" />
      ))}
    </Stack>
  );
}
