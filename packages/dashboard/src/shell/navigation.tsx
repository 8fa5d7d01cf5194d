// The main navigation, with the account and the user.

import {
  IconActivity,
  IconBuildingStore,
  IconChartBar,
  IconFileImport,
  IconInbox,
  IconKey,
  IconPlugConnected,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { PAGES } from '../navigation/page-paths.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import classes from './navigation.module.css';
import { UserMenu } from './user-menu.tsx';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
}

const GROUPS: readonly { readonly name: string; readonly places: readonly Place[] }[] = [
  {
    name: 'Leads',
    places: [
      { to: PAGES.inbox, label: 'Inbox', icon: IconInbox },
      { to: PAGES.insights, label: 'Insights', icon: IconChartBar },
    ],
  },
  {
    name: 'Integrations',
    places: [
      { to: PAGES.connect, label: 'Connect', icon: IconPlugConnected },
      { to: PAGES.webhooks, label: 'Webhooks', icon: IconWebhook },
      { to: PAGES.imports, label: 'Imports', icon: IconFileImport },
    ],
  },
  {
    name: 'Settings',
    places: [
      { to: PAGES.profile, label: 'Profile', icon: IconUserCircle },
      { to: PAGES.business, label: 'Business', icon: IconBuildingStore },
      { to: PAGES.keys, label: 'Keys', icon: IconKey },
      { to: PAGES.team, label: 'Team', icon: IconUsers },
      { to: PAGES.privacy, label: 'Privacy', icon: IconShieldLock },
      { to: PAGES.audit, label: 'Audit log', icon: IconActivity },
    ],
  },
];

interface NavigationProps {
  readonly onShowShortcuts: () => void;
}

export function Navigation({ onShowShortcuts }: NavigationProps) {
  return (
    <nav className={classes.navigation} aria-label="Main">
      <AccountSwitcher />
      <div className={classes.groups}>
        {GROUPS.map((group) => (
          <div key={group.name}>
            <div className={classes.name}>{group.name}</div>
            <ul className={classes.places} aria-label={group.name}>
              {group.places.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <NavLink to={to} className={classes.place ?? ''}>
                    <Icon size={17} stroke={1.7} aria-hidden />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <UserMenu onShowShortcuts={onShowShortcuts} />
    </nav>
  );
}
