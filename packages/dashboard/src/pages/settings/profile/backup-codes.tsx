// Backup codes for two-factor sign-in, shown only once.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { downloadFile } from '../../../components/download-file.ts';
import classes from './two-factor.module.css';

interface BackupCodesProps {
  /** What has just happened. */
  readonly intro: string;
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

export function BackupCodes({ intro, codes, onDone }: BackupCodesProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap="md">
      <Text>
        {intro} If you lose your phone, you can sign in with these codes. Each works once. Store them like
        passwords: they won’t be shown again.
      </Text>
      <ul className={classes.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={
            clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
          }
          onClick={() => clipboard.copy(text)}
        >
          Copy codes
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadFile('leadline-backup-codes.txt', 'text/plain;charset=utf-8', text)}
        >
          Download
        </Button>
        <span role="status" className="only-heard">
          {clipboard.copied ? 'Copied' : clipboard.error ? 'Couldn’t copy' : ''}
        </span>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>I’ve saved them</Button>
      </Group>
    </Stack>
  );
}
