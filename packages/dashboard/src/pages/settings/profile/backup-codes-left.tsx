// How many backup codes are left, and the way to make new ones.

import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { NewCodesDialog } from './new-codes-dialog.tsx';

/** From here on, people should think of new ones. */
const FEW = 3;

export function BackupCodesLeft() {
  const [isRenewing, renewal] = useDisclosure(false);
  const codes = useQuery({
    queryKey: queryKeys.backupCodes,
    queryFn: ({ signal }) => call('GET', PATHS.backupCodes, undefined, { signal }),
    select: ({ data }) => data.left,
  });
  return (
    <>
      <Group gap="md" mt="md">
        <Text>{codes.data === undefined ? 'Backup codes' : describeCodesLeft(codes.data)}</Text>
        <Button variant="default" onClick={renewal.open}>
          Make new codes
        </Button>
      </Group>
      <NewCodesDialog opened={isRenewing} onClose={renewal.close} />
    </>
  );
}

function describeCodesLeft(left: number): string {
  if (left === 0) return 'No backup codes left. Make new ones in case you lose your phone.';
  const count = left === 1 ? '1 backup code left' : `${left} backup codes left`;
  return left <= FEW ? `${count}. Make new ones before they run out.` : `${count}.`;
}
