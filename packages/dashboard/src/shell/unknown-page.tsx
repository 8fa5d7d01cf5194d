// Shown for unknown URLs.

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
        title="There is no page at this URL"
        action={
          <Button component={Link} to={PAGES.inbox} variant="default">
            Go to inbox
          </Button>
        }
      >
        The link may be outdated or incomplete.
      </EmptyState>
    </>
  );
}
