// Asks before changes that are not saved yet are lost: by a link in the dashboard, or by leaving it.

import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedGuardProps {
  readonly isChanged: boolean;
  /** What has been changed, such as "routing rules". */
  readonly what: string;
}

export function UnsavedGuard({ isChanged, what }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      confirmLabel="Discard changes"
      onConfirm={() => blocker.proceed?.()}
    >
      Your changes to the {what} are not saved yet.
    </ConfirmDialog>
  );
}
