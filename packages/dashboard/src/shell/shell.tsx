// The layout of every page after signing in: navigation on the left, or in a drawer on phones.

import { Burger, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type RefObject, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useBrowserAlerts } from '../alerts/use-browser-alerts.ts';
import { Wordmark } from '../components/wordmark.tsx';
import { useLiveStream } from '../live/use-live.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { RequireSession } from '../session/require-session.tsx';
import { ShortcutsDialog } from '../shortcuts/shortcuts-dialog.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { Banner } from './banner.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';

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
  const main = useRef<HTMLElement>(null);
  useLiveStream();
  useBrowserAlerts();
  useShellShortcuts(help.open);
  useFocusOnNewPage(main, menu.close);

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
        <Navigation onShowShortcuts={help.open} />
      </aside>
      <Drawer.Root opened={isMenuOpen} onClose={menu.close} size={264}>
        <Drawer.Overlay backgroundOpacity={0.45} />
        <Drawer.Content aria-label="Navigation">
          <Drawer.Body className={classes.drawer ?? ''}>
            <Navigation onShowShortcuts={help.open} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Banner />
        <div className={classes.page}>
          <Outlet />
        </div>
      </main>
      <ShortcutsDialog opened={isHelpOpen} onClose={help.close} />
    </div>
  );
}

function useShellShortcuts(showHelp: () => void): void {
  const navigate = useNavigate();
  useShortcuts('Everywhere', [
    { keys: 'g i', label: 'Go to inbox', run: () => navigate(PAGES.inbox) },
    { keys: 'g n', label: 'Go to insights', run: () => navigate(PAGES.insights) },
    { keys: 'g c', label: 'Go to connect', run: () => navigate(PAGES.connect) },
    { keys: 'g s', label: 'Go to settings', run: () => navigate(PAGES.profile) },
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
