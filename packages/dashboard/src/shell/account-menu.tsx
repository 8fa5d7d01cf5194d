// Switches to another account. Switching reloads everything, so that one account's data never shows up under another.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Menu, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconSelector } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { loadPage } from '../api/load-page.ts';
import { describeFailure } from '../components/describe-failure.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { useAccount, useSession } from '../session/use-session.ts';
import classes from './navigation.module.css';

/** `children` show the current account. */
export function AccountMenu({ children }: { readonly children: ReactNode }) {
  const account = useAccount();
  const { accounts } = useSession();
  const switching = useMutation({
    mutationFn: (accountId: string) =>
      call('POST', AUTH_PATHS.setActiveAccount, { organizationId: accountId.slice('acct_'.length) }),
    onSuccess: () => loadPage(PAGES.inbox),
    onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
  });
  function switchTo(accountId: string): void {
    if (accountId !== account.account_id) switching.mutate(accountId);
  }

  return (
    <Menu width={240} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.who ?? ''} disabled={switching.isPending}>
          <span className="only-heard">Account: </span>
          {children}
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Accounts</Menu.Label>
        <Menu.RadioGroup value={account.account_id} onChange={switchTo}>
          {accounts.map((other) => (
            <Menu.RadioItem key={other.account_id} value={other.account_id}>
              {other.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
