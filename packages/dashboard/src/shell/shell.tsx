// The layout of every page after signing in: navigation on the left, or in a drawer on phones.

import { Burger } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useBrowserAlerts } from '../alerts/use-browser-alerts.ts';
import { Wordmark } from '../components/wordmark.tsx';
import { useLiveStream } from '../live/use-live.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { isPaletteKey, PALETTE_KEYS } from '../palette/palette-keys.ts';
import { RequireSession } from '../session/require-session.tsx';
import { useAccount, useCan, useWatchedSession } from '../session/use-session.ts';
import { SHELL_SHORTCUTS } from '../shortcuts/shortcut-store.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { Banner } from './banner.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';

// Loaded when they are first opened.
const CommandPalette = lazy(async () => ({
  default: (await import('../palette/command-palette.tsx')).CommandPalette,
}));
const NavigationDrawer = lazy(async () => ({
  default: (await import('./navigation-drawer.tsx')).NavigationDrawer,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
}));

export function Shell() {
  return (
    <RequireSession>
      <Frame />
    </RequireSession>
  );
}

function Frame() {
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  const main = useRef<HTMLElement>(null);
  useWatchedSession();
  useLiveStream();
  useBrowserAlerts();
  useShellShortcuts(help.open, palette.open);
  useFocusOnNewPage(main, menu.close);

  function openPalette(): void {
    menu.close();
    palette.open();
  }

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <header className={classes.top}>
        <Burger size="sm" opened={isMenuOpen} onClick={menu.toggle} aria-label="Navigation" />
        <Wordmark />
      </header>
      <aside className={classes.side}>
        <Navigation onSearch={openPalette} onShowShortcuts={help.open} />
      </aside>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Banner />
        <div className={classes.page}>
          <Outlet />
        </div>
      </main>
      <Suspense>
        {isMenuOpen && (
          <NavigationDrawer opened onClose={menu.close} onSearch={openPalette} onShowShortcuts={help.open} />
        )}
        {isHelpOpen && <ShortcutsDialog opened onClose={help.close} />}
        {isPaletteOpen && <CommandPalette onClose={palette.close} onShowShortcuts={help.open} />}
      </Suspense>
    </div>
  );
}

function useShellShortcuts(showHelp: () => void, openPalette: () => void): void {
  const navigate = useNavigate();
  const isOwner = useCan('owner');
  const { sees_all_leads: seesAll } = useAccount();
  useWindowEvent('keydown', (event) => {
    if (!isPaletteKey(event) || document.querySelector('[role=dialog]') !== null) return;
    event.preventDefault();
    openPalette();
  });
  useShortcuts(SHELL_SHORTCUTS, [
    { keys: 'g i', label: 'Go to inbox', run: () => navigate(PAGES.inbox) },
    ...(seesAll ? [{ keys: 'g n', label: 'Go to insights', run: () => navigate(PAGES.insights) }] : []),
    ...(isOwner ? [{ keys: 'g c', label: 'Go to connect', run: () => navigate(PAGES.connect) }] : []),
    { keys: 'g s', label: 'Go to settings', run: () => navigate(PAGES.profile) },
    // Handled above, because single-key shortcuts have no modifier; here it is only listed.
    { keys: PALETTE_KEYS, label: 'Search and commands', run: openPalette },
    { keys: '?', label: 'Show shortcuts', run: showHelp },
  ]);
}

/** Makes keyboard and screen reader users start at the top of a new page, like everyone else. */
function useFocusOnNewPage(main: RefObject<HTMLElement | null>, closeMenu: () => void): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    closeMenu();
    main.current?.focus({ preventScroll: true });
  }, [pathname, closeMenu, main]);
}
