// The layout of the sign-in, sign-up and invitation pages: the wordmark and a single card.

import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../components/use-page-title.ts';
import { Wordmark } from '../components/wordmark.tsx';
import classes from './auth-frame.module.css';

interface AuthFrameProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** A link to a related page, below the card. */
  readonly footer?: ReactNode;
}

export function AuthFrame({ title, description, children, footer }: AuthFrameProps) {
  usePageTitle(title);
  return (
    <main className={classes.frame}>
      <Wordmark />
      <section className={classes.card}>
        <Stack gap={4} mb="lg">
          <Title order={1}>{title}</Title>
          {isShown(description) && <Text c="dimmed">{description}</Text>}
        </Stack>
        {children}
      </section>
      {isShown(footer) && (
        <Text component="div" c="dimmed" size="sm">
          {footer}
        </Text>
      )}
    </main>
  );
}

function isShown(node: ReactNode): boolean {
  return node !== undefined && node !== null && node !== false;
}
