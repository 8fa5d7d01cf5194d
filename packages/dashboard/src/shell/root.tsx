// Around every page: waits for the session, keeps the scroll position, shows that a page is on its way.

import { Suspense } from 'react';
import { type Location, Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { LoadingPage } from './loading-page.tsx';
import classes from './root.module.css';

export function Root() {
  const isMoving = useNavigation().state !== 'idle';
  return (
    <Suspense fallback={<LoadingPage />}>
      {isMoving && <div className={classes.progress} role="progressbar" aria-label="Loading page" />}
      <Outlet />
      <ScrollRestoration getKey={placeOf} />
    </Suspense>
  );
}

/** The first page of every visit has the same key: how far one had scrolled another page says nothing of it. */
function placeOf({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}
