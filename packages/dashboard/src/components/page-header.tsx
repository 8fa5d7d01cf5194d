// The header of a page: title, description and actions. Also sets the title of the browser tab.

import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title.ts';

interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons on the right. */
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
