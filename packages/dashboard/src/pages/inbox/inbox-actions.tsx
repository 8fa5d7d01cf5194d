// What can be done with the whole list: export it, or add a lead to it.

import { PATHS } from '@leadline/contract/paths';
import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useAccount, useCan } from '../../session/use-session.ts';
import { type Filters, toListQuery } from './filters.ts';
import classes from './inbox.module.css';

/** Loaded when it is first opened, because most visits don't need it. */
const AddLeadDialog = lazy(async () => ({ default: (await import('./add-lead-dialog.tsx')).AddLeadDialog }));

interface InboxActionsProps {
  readonly filters: Filters;
  /** The account's sources, to choose from. */
  readonly sources: readonly string[];
}

export function InboxActions({ filters, sources }: InboxActionsProps) {
  const canAdd = useCan('rep');
  const { can_export_leads: canExport } = useAccount();
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);

  /** The dialog can't return the focus itself: it is only there while it is open. */
  function close(): void {
    setAdding(false);
    requestAnimationFrame(() => addButton.current?.focus());
  }

  return (
    <>
      {canExport && (
        <Button
          component="a"
          size="xs"
          variant="default"
          className={classes.action ?? ''}
          aria-label="Export CSV"
          leftSection={<IconDownload size={15} aria-hidden />}
          href={`${PATHS.leadExport}?${toListQuery(filters, new Date())}`}
          download
        >
          <span className={classes.actionLabel}>Export CSV</span>
        </Button>
      )}
      {canAdd && (
        <Button
          ref={addButton}
          size="xs"
          className={classes.action ?? ''}
          aria-label="Add lead"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          <span className={classes.actionLabel}>Add lead</span>
        </Button>
      )}
      {isAdding && (
        <Suspense>
          <AddLeadDialog sources={sources} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
