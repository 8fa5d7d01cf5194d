// The team's saved views: open or delete one, or save the current filters as a new one.

import { Button, Popover } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { type Filters, writeFilters } from './filters.ts';
import classes from './inbox.module.css';
import type { SetFilters } from './use-filters.ts';
import { isViewOf, useViews } from './use-views.ts';

const ViewList = lazy(async () => ({ default: (await import('./view-list.tsx')).ViewList }));

interface ViewsMenuProps {
  readonly filters: Filters;
  readonly onChange: SetFilters;
}

export function ViewsMenu({ filters, onChange }: ViewsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const views = useViews();
  const query = writeFilters(filters).toString();
  const current = views.data?.find((view) => isViewOf(view, query));

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={classes.views ?? ''}
          leftSection={<IconBookmark size={15} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.viewName}>{current?.name ?? 'Views'}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Views" p="xs">
        <Suspense fallback={<SkeletonRows rows={2} height={30} label="Loading views" />}>
          <ViewList
            query={query}
            onChoose={(chosen) => {
              setOpen(false);
              onChange(chosen);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
