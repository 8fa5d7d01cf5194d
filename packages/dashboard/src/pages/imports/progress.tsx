// An import on its way: how far it is, in rows and bytes.

import type { Import } from '@leadline/contract';
import { Progress as Bar, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatBytes } from '../../components/format-number.ts';
import { useCan } from '../../session/use-session.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { Figures } from './figures.tsx';
import { percentOf } from './import-words.ts';

export function Progress({ import: each }: { readonly import: Import }) {
  const [isCancelling, cancelling] = useDisclosure(false);
  const mayCancel = useCan('rep');
  const { bytes_read: read } = each.progress;
  const percent = percentOf(read, each.file_bytes);
  return (
    <Paper p="lg">
      <Stack gap="md">
        <Group justify="space-between">
          <Text className="figures">
            {each.status === 'queued'
              ? 'Waiting for its turn'
              : `${percent}%: ${formatBytes(read)} of ${formatBytes(each.file_bytes)} read`}
          </Text>
          {mayCancel && (
            <Button variant="default" size="xs" onClick={cancelling.open}>
              Cancel import
            </Button>
          )}
        </Group>
        <Bar.Root size="md">
          <Bar.Section value={percent} aria-label="Progress of the import" />
        </Bar.Root>
        <Figures import={each} />
        <Text size="sm" c="dimmed">
          It goes on without this page. Come back whenever you like.
        </Text>
      </Stack>
      <CancelDialog import={each} opened={isCancelling} onClose={cancelling.close} />
    </Paper>
  );
}
