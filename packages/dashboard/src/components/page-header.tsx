// The head of a page: its one h1, what it is for, and what can be done; also names the tab.

import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title.ts';

interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons, at the right. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Group component="header" justify="space-between" align="flex-start" gap="sm" mb="lg">
      <Stack gap={2} miw={0}>
        <Title order={1}>{title}</Title>
        {description !== undefined && (
          <Text c="dimmed" maw={640}>
            {description}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
