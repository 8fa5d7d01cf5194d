// Answers an address that no page has.

import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { PAGES } from '../navigation/page-paths.ts';

export function UnknownPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={IconMapOff}
        title="Nothing is at this address"
        action={
          <Button component={Link} to={PAGES.inbox} variant="default">
            Go to the inbox
          </Button>
        }
      >
        The link may be old, or a letter may be missing.
      </EmptyState>
    </>
  );
}
