// Explains that something requires the owner role.

import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useAccount } from '../../session/use-session.ts';
import classes from './owners-only.module.css';

interface OwnersOnlyProps {
  /** "Only owners can …" */
  readonly what: string;
  /** False if the page has named the user's role already. */
  readonly namesRole?: boolean;
}

export function OwnersOnly({ what, namesRole = true }: OwnersOnlyProps) {
  const { role, name } = useAccount();
  return (
    <Text component="p" size="sm" className={classes.note ?? ''}>
      <IconLock size={16} aria-hidden />
      <span>
        Only owners can {what}.{namesRole && ` Your role in ${name} is ${role}.`}
      </span>
    </Text>
  );
}
