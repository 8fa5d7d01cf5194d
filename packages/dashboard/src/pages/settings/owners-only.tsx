// Says why somebody cannot do what others can.

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
        Only owners can {what}. You are a {role} of {name}; ask an owner.
      </span>
    </Text>
  );
}
