// The user's menu: profile, shortcuts, theme, sign out.

import { AUTH_PATHS, PATHS } from '@leadline/contract/paths';
import { type MantineColorScheme, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconBook,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../api/call.ts';
import { loadPage } from '../api/load-page.ts';
import { describeFailure } from '../components/describe-failure.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { useSession } from '../session/use-session.ts';
import { forgetNoteDrafts } from '../work/note-draft.ts';
import { firstLetter } from './account-switcher.tsx';
import classes from './navigation.module.css';

const SCHEMES: readonly { value: MantineColorScheme; label: string; icon: TablerIcon }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
];

interface UserMenuProps {
  readonly onShowShortcuts: () => void;
}

export function UserMenu({ onShowShortcuts }: UserMenuProps) {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useMutation({
    mutationFn: () => call('POST', AUTH_PATHS.signOut, {}),
    // A full page load, so that no data stays in memory for the next user.
    onSuccess: () => {
      forgetNoteDrafts();
      loadPage(PAGES.signIn);
    },
    onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
  });
  return (
    <Menu width={220} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.who ?? ''}>
          <span className={classes.mark} data-person aria-hidden>
            {firstLetter(user?.name ?? '')}
          </span>
          <span className={classes.names}>
            <Text span display="block" size="sm" fw={500} truncate>
              {user?.name}
            </Text>
            <Text span display="block" size="xs" c="dimmed" truncate>
              {user?.email}
            </Text>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={PAGES.profile} leftSection={<IconUserCircle size={16} aria-hidden />}>
          Profile
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShowShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component="a"
          href={PATHS.docs}
          target="_blank"
          leftSection={<IconBook size={16} aria-hidden />}
        >
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {SCHEMES.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
