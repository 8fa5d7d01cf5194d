// The main navigation, with the account and the user.

import { IconSearch } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { KeyHint } from '../components/key-hint.tsx';
import { usePlaces } from '../navigation/places.ts';
import { PALETTE_KEYS } from '../palette/palette-keys.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import classes from './navigation.module.css';
import { UserMenu } from './user-menu.tsx';

export interface NavigationProps {
  readonly onSearch: () => void;
  readonly onShowShortcuts: () => void;
}

export function Navigation({ onSearch, onShowShortcuts }: NavigationProps) {
  return (
    <nav className={classes.navigation} aria-label="Main">
      <AccountSwitcher />
      <button type="button" className={classes.search} onClick={onSearch}>
        <IconSearch size={15} aria-hidden />
        <span>Search</span>
        <span aria-hidden>
          <KeyHint keys={PALETTE_KEYS} />
        </span>
      </button>
      <div className={classes.groups}>
        {usePlaces().map((group) => (
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
