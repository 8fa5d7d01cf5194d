// Around every page: waits for the session, keeps the scroll position, shows that a page is on its way.

import { Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { LoadingPage } from './loading-page.tsx';
import classes from './root.module.css';

export function Root() {
  const isMoving = useNavigation().state !== 'idle';
  return (
    <Suspense fallback={<LoadingPage />}>
      {isMoving && <div className={classes.progress} role="progressbar" aria-label="Loading page" />}
      <Outlet />
      <ScrollRestoration />
    </Suspense>
  );
}
