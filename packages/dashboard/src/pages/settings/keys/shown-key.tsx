// A new key, shown this once.

import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyField } from '../../../components/copy-field.tsx';
import classes from './shown-key.module.css';

interface ShownKeyProps {
  readonly secret: string;
  readonly scope: 'api' | 'intake';
  /** What else is to be known, such as how long the former one works. */
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

export function ShownKey({ secret, scope, children, onDone }: ShownKeyProps) {
  return (
    <Stack gap="md">
      <Alert className={classes.warning ?? ''} icon={<IconAlertTriangle size={18} aria-hidden />}>
        Copy it now: it is not shown again. We keep only a fingerprint of it.
      </Alert>
      {scope === 'intake' ? (
        <CopyField
          label="Intake address"
          description="Leads are sent here by POST. Whoever has the address can send leads, and nothing else."
          value={`${window.location.origin}/api/intake/${secret}`}
          what="intake address"
        />
      ) : (
        <CopyField
          label="API key"
          description="For the X-API-KEY header. Keep it on your server: it can read and delete leads, too."
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
