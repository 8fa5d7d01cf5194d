// The less common filters: minimum score and time received.

import { Button, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import type { Filters } from './filters.ts';
import type { SetFilters } from './use-filters.ts';

const MoreFilterFields = lazy(async () => ({
  default: (await import('./more-filter-fields.tsx')).MoreFilterFields,
}));

interface MoreFiltersProps {
  readonly filters: Filters;
  readonly onChange: SetFilters;
}

export function MoreFilters({ filters, onChange }: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const { minScore, age, from, to } = filters;
  const count = [minScore, age, from || null, to || null].filter((value) => value !== null).length;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={300}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'More' : `More (${count})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="More filters">
        <Suspense fallback={<SkeletonRows rows={2} height={50} label="Loading filters" />}>
          <MoreFilterFields
            filters={filters}
            onApply={(next) => {
              setOpen(false);
              onChange(next);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
