// What can be done with the whole list: export it, or add a lead to it.

import { PATHS } from '@leadline/contract/paths';
import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useCan } from '../../session/use-session.ts';
import { type Filters, toListQuery } from './filters.ts';

/** Loaded when it is first opened, because most visits don't need it. */
const AddLeadDialog = lazy(async () => ({ default: (await import('./add-lead-dialog.tsx')).AddLeadDialog }));

export function InboxActions({ filters }: { readonly filters: Filters }) {
  const canAdd = useCan('rep');
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);

  /** The dialog can't return the focus itself: it is only there while it is open. */
  function close(): void {
    setAdding(false);
    requestAnimationFrame(() => addButton.current?.focus());
  }

  return (
    <>
      <Button
        component="a"
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        href={`${PATHS.leadExport}?${toListQuery(filters, new Date())}`}
        download
      >
        Export CSV
      </Button>
      {canAdd && (
        <Button
          ref={addButton}
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add lead
        </Button>
      )}
      {isAdding && (
        <Suspense>
          <AddLeadDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
