// Shown when a page crashes, or when its code can't be loaded because of a new version or an unreachable server.

import { LeadlineError } from '@leadline/sdk/core';
import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { describeFailure } from '../components/describe-failure.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { useReach } from './use-reach.ts';

export function FailedPage() {
  const error = useRouteError();
  return isMissingCode(error) ? <MissingCode /> : <Failure {...describe(error)} />;
}

/** Only mentions a new version if the server responds. */
function MissingCode() {
  const reach = useReach(() => window.location.reload());
  if (reach === 'unreachable') {
    return (
      <Failure
        title="Can’t reach Leadline"
        message={`${navigator.onLine ? 'Leadline is not responding.' : 'You are offline.'} This page reloads when the connection is back.`}
      />
    );
  }
  return (
    <Failure
      title="Couldn’t load this page"
      message={
        reach === 'reachable'
          ? 'There is probably a new version of Leadline. Reload to get it.'
          : 'Checking the connection…'
      }
    />
  );
}

interface FailureProps {
  readonly title: string;
  readonly message: string;
}

function Failure({ title, message }: FailureProps) {
  usePageTitle(title);
  return (
    <Box component="section" role="alert" maw={480} mx="auto" py={80} px="md">
      <Stack gap="sm" align="flex-start">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{message}</Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Box>
  );
}

/** Each browser has its own message for a failed dynamic import. */
function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message);
}

function describe(error: unknown): FailureProps {
  if (error instanceof LeadlineError)
    return { title: 'Can’t reach Leadline', message: describeFailure(error) };
  return {
    title: 'This page crashed',
    message:
      'Sorry, this is a bug in Leadline. Reload the page. If it happens again, tell your administrator.',
  };
}
