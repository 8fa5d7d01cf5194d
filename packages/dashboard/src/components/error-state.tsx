// Shown when something failed to load: says what happened and offers a retry.

import { Button, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { describeFailure } from './describe-failure.ts';
import classes from './state.module.css';

interface ErrorStateProps {
  readonly error: unknown;
  /** Omit if retrying won't help. */
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
  readonly title?: string;
}

export function ErrorState({
  error,
  onRetry,
  isRetrying = false,
  title = 'Couldn’t load this',
}: ErrorStateProps) {
  return (
    <Stack className={classes.state} align="center" gap="sm" role="alert">
      <span className={classes.icon} data-failed>
        <IconAlertTriangle size={22} stroke={1.6} aria-hidden />
      </span>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" ta="center" maw={440}>
        {describeFailure(error)}
      </Text>
      {onRetry !== undefined && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
          loading={isRetrying}
        >
          Try again
        </Button>
      )}
    </Stack>
  );
}
