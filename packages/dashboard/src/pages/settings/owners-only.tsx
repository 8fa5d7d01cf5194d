// Explains that something requires the owner role.

import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useAccount } from '../../session/use-session.ts';
import classes from './owners-only.module.css';

interface OwnersOnlyProps {
  /** "Only owners can …" */
  readonly what: string;
}

export function OwnersOnly({ what }: OwnersOnlyProps) {
  const { role, name } = useAccount();
  return (
    <Text component="p" size="sm" className={classes.note ?? ''}>
      <IconLock size={16} aria-hidden />
      <span>
        Only owners can {what}. Your role in {name} is {role}.
      </span>
    </Text>
  );
}
