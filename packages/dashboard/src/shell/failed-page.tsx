// Stands in for a page that broke, or whose code could not be fetched: a new version is out, or the server is away.

import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { ApiFailure } from '../api/call.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { useReach } from './use-reach.ts';

export function FailedPage() {
  const error = useRouteError();
  return isMissingCode(error) ? <MissingCode /> : <Failure {...describe(error)} />;
}

/** Only a server that answers can have a new version. */
function MissingCode() {
  const reach = useReach(() => window.location.reload());
  if (reach === 'away') {
    return (
      <Failure
        title="No connection to Leadline"
        words={`${navigator.onLine ? 'Leadline does not answer.' : 'You are offline.'} This page loads by itself when the connection is back.`}
      />
    );
  }
  return (
    <Failure
      title="This page could not be loaded"
      words={
        reach === 'there'
          ? 'Most often this means that a new version of Leadline is out. Reload to get it.'
          : 'Looking whether Leadline answers…'
      }
    />
  );
}

interface FailureProps {
  readonly title: string;
  readonly words: string;
}

function Failure({ title, words }: FailureProps) {
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

/** Each browser has its own words for code that did not come. */
function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message);
}

function describe(error: unknown): FailureProps {
  if (error instanceof ApiFailure) return { title: 'Leadline cannot be reached', words: error.message };
  return {
    title: 'This page broke',
    words: 'That is our fault. Reload the page; if it breaks again, tell whoever runs Leadline for you.',
  };
}
