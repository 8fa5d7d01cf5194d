// Shows the current account. The menu of accounts loads for those who have several.

import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useAccount, useSession } from '../session/use-session.ts';
import classes from './navigation.module.css';

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

export function AccountSwitcher() {
  const account = useAccount();
  const { accounts } = useSession();
  const name = (
    <>
      <span className={classes.mark} aria-hidden>
        {firstLetter(account.name)}
      </span>
      <span className={classes.names}>
        <Text span display="block" fw={600} truncate>
          {account.name}
        </Text>
      </span>
    </>
  );
  const alone = <div className={classes.who}>{name}</div>;
  if (accounts.length < 2) return alone;
  return (
    <Suspense fallback={alone}>
      <AccountMenu>{name}</AccountMenu>
    </Suspense>
  );
}

export function firstLetter(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '·';
}
