// The progress of a running import.

import type { Import } from '@leadline/contract';
import { Progress as Bar, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatBytes } from '../../components/format-number.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { Figures } from './figures.tsx';
import { percentOf } from './import-labels.ts';

export function Progress({ import: job }: { readonly import: Import }) {
  const [isCancelling, cancelling] = useDisclosure(false);
  const { bytes_read: read } = job.progress;
  const percent = percentOf(read, job.file_bytes);
  return (
    <Paper p="lg">
      <Stack gap="md">
        <Group justify="space-between">
          <Text className="figures">
            {job.status === 'queued'
              ? 'Starts when the imports before it are done'
              : `${percent}%: ${formatBytes(read)} of ${formatBytes(job.file_bytes)} read`}
          </Text>
          <Button variant="default" size="xs" onClick={cancelling.open}>
            Cancel import
          </Button>
        </Group>
        <Bar.Root size="md">
          <Bar.Section value={percent} aria-label="Import progress" />
        </Bar.Root>
        <Figures import={job} />
        <Text size="sm" c="dimmed">
          You can leave this page. The import continues in the background.
        </Text>
      </Stack>
      <CancelDialog import={job} opened={isCancelling} onClose={cancelling.close} />
    </Paper>
  );
}
