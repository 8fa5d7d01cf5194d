// How far a backtest or rescore is.

import type { RescoreResult } from '@leadline/contract';
import { Box, Progress, Text } from '@mantine/core';
import { formatCount } from '../../../components/format-number.ts';

type Job = Pick<NonNullable<RescoreResult['data']>, 'status' | 'progress'>;

export function JobProgress({ job, label }: { readonly job: Job; readonly label: string }) {
  const { leads, done } = job.progress;
  const percent = leads === null || leads === 0 ? 0 : Math.min(100, Math.round((100 * done) / leads));
  return (
    <Box w="100%">
      <Text size="sm" className="figures" mb={6} role="status">
        {leads === null
          ? 'Waiting to start'
          : `${percent}%: ${formatCount(done)} of ${formatCount(leads)} leads`}
      </Text>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label={label} />
      </Progress.Root>
      <Text size="sm" c="dimmed" mt={6}>
        You can leave this page. It continues in the background.
      </Text>
    </Box>
  );
}
