// Exports or deletes the whole account. Deletion stands apart, so that nobody clicks it by mistake.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatCountOf } from '../../../components/format-number.ts';
import { useAccount, useCan, useSession } from '../../../session/use-session.ts';
import { OwnersOnly } from '../owners-only.tsx';
import { Section } from '../section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { ExportButton } from './export-button.tsx';

export function ExportSection() {
  const isOwner = useCan('owner');
  return (
    <Section
      title="All data of this account"
      description="Download everything stored in this account, live and test."
    >
      {isOwner ? (
        <Stack gap="sm">
          <Text size="sm">
            The export is a text file with one JSON object per line. It contains no passwords or keys.
          </Text>
          <Group gap="xs">
            <ExportButton />
          </Group>
        </Stack>
      ) : (
        <OwnersOnly what="export all data or delete the account" namesRole={false} />
      )}
    </Section>
  );
}

export function DeleteSection() {
  const { name, delete_at } = useAccount();
  const { account_deletion_days: days } = useSession();
  const isOwner = useCan('owner');
  const [isAsking, ask] = useDisclosure(false);
  if (!isOwner || delete_at !== null) return null;
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
