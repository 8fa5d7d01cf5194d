// A new key. All but intake keys are shown only once.

import type { KeyScope } from '@leadline/contract';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyField } from '../../../components/copy-field.tsx';
import { intakeUrl } from './intake-url.ts';
import classes from './shown-key.module.css';

interface ShownKeyProps {
  readonly secret: string;
  readonly scope: KeyScope;
  /** Additional information, such as when the old key expires. */
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

const WARNINGS: Readonly<Record<Exclude<KeyScope, 'intake'>, string>> = {
  api: 'Keep it on your server: it can also read and delete leads.',
  read: 'Keep it on your server: it can read all leads.',
  send: 'It can send leads, but not read them.',
};

export function ShownKey({ secret, scope, children, onDone }: ShownKeyProps) {
  return (
    <Stack gap="md">
      {scope !== 'intake' && (
        <Alert className={classes.warning ?? ''} icon={<IconAlertTriangle size={18} aria-hidden />}>
          Copy it now. It won’t be shown again, because Leadline only stores its hash.
        </Alert>
      )}
      {scope === 'intake' ? (
        <CopyField
          label="Intake URL"
          description="POST leads to this URL. Anyone who has it can send leads, but nothing else."
          value={intakeUrl(secret)}
          what="intake URL"
        />
      ) : (
        <CopyField
          label="API key"
          description={`For the X-API-KEY header. ${WARNINGS[scope]}`}
          value={secret}
          what="API key"
        />
      )}
      {children}
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
