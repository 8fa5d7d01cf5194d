// Copies text to the clipboard and shows a confirmation.

import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyButtonProps {
  readonly value: string;
  /** What gets copied, such as "key" or "address". */
  readonly what: string;
}

export function CopyButton({ value, what }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const label = clipboard.copied ? 'Copied' : clipboard.error ? 'Couldn’t copy' : `Copy ${what}`;
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Copy ${what}`}
          onClick={() => clipboard.copy(value)}
        >
          {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <span role="status" className="only-heard">
        {clipboard.copied ? 'Copied' : clipboard.error ? 'Couldn’t copy' : ''}
      </span>
    </>
  );
}
