// Shown when there is nothing to list yet: explains why and what to do.

import { Stack, Text, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './state.module.css';

interface EmptyStateProps {
  readonly icon: TablerIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <Stack className={classes.state} align="center" gap="sm">
      <span className={classes.icon}>
        <Icon size={22} stroke={1.6} aria-hidden />
      </span>
      <Title order={2}>{title}</Title>
      {children !== undefined && (
        <Text component="div" c="dimmed" ta="center" maw={440}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
