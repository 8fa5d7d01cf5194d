// Stands in for a page that broke, or whose code could not be fetched (often: a new version is out).

import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { ApiFailure } from '../api/call.ts';
import { usePageTitle } from '../components/use-page-title.ts';

export function FailedPage() {
  const { title, words } = describe(useRouteError());
  usePageTitle(title);
  return (
    <Box component="section" role="alert" maw={480} mx="auto" py={80} px="md">
      <Stack gap="sm" align="flex-start">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{words}</Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Box>
  );
}

function describe(error: unknown): { title: string; words: string } {
  if (error instanceof ApiFailure) return { title: 'Leadline cannot be reached', words: error.message };
  // Each browser has its own words for code that did not come.
  if (error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message)) {
    return {
      title: 'This page could not be loaded',
      words: navigator.onLine
        ? 'Most often this means that a new version of Leadline is out. Reload to get it.'
        : 'You are offline. Reload when you are connected.',
    };
  }
  return {
    title: 'This page broke',
    words: 'That is our fault. Reload the page; if it breaks again, tell whoever runs Leadline for you.',
  };
}
