// Exports or deletes the whole account. Deletion stands apart, so that nobody clicks it by mistake.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatCountOf } from '../../../components/format-number.ts';
import { useAccount, useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { ExportButton } from './export-button.tsx';

export function ExportSection() {
  return (
    <Section
      title="All data of this account"
      description="Download everything stored in this account, live and test."
    >
      <Stack gap="sm">
        <Text size="sm">
          The export is a text file with one JSON object per line. It contains no passwords or keys.
        </Text>
        <Group gap="xs">
          <ExportButton />
        </Group>
      </Stack>
    </Section>
  );
}

export function DeleteSection() {
  const { name, delete_at } = useAccount();
  const { account_deletion_days: days } = useSession();
  const [isAsking, ask] = useDisclosure(false);
  if (delete_at !== null) return null;
  return (
    <Section
      title="Delete account"
      description={`Closes ${name} at once and deletes all of its data after ${formatCountOf(days, 'day')}.`}
      isDangerous
    >
      <Button color="red.8" onClick={ask.open}>
        Delete {name}
      </Button>
      <DeleteAccountDialog opened={isAsking} onClose={ask.close} />
    </Section>
  );
}
