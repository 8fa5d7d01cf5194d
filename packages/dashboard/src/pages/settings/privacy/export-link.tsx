// Downloads all data of the account. A link rather than a request, so that the browser writes it to disk as it arrives.

import { PATHS } from '@leadline/contract/paths';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAccount } from '../../../session/use-session.ts';

export function ExportLink() {
  const { account_id } = useAccount();
  return (
    <Button
      component="a"
      variant="default"
      href={`${PATHS.accountExport}?account=${account_id}`}
      download
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Export all data
    </Button>
  );
}
