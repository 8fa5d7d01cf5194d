// Exports or deletes the whole account.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAccount, useCan } from '../../../session/use-session.ts';
import { OwnersOnly } from '../owners-only.tsx';
import { Section } from '../section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { ExportLink } from './export-link.tsx';

export function AccountSection() {
  const { name, delete_at } = useAccount();
  const isOwner = useCan('owner');
  const [isAsking, ask] = useDisclosure(false);
  return (
    <Section
      title="All data of this account"
      description="Download everything stored in this account, live and test, or delete the account."
    >
      {isOwner ? (
        <Stack gap="sm">
          <Text size="sm">
            The export is a text file with one JSON object per line. It contains no passwords or keys.
          </Text>
          <Group gap="xs">
            <ExportLink />
            {delete_at === null && (
              <Button variant="default" onClick={ask.open}>
                Delete {name}
              </Button>
            )}
          </Group>
          <DeleteAccountDialog opened={isAsking} onClose={ask.close} />
        </Stack>
      ) : (
        <OwnersOnly what="export all data or delete the account" />
      )}
    </Section>
  );
}
