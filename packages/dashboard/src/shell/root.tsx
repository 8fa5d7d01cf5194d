// Wraps every page: waits for the session, restores the scroll position and shows a progress bar during navigation.

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
      <ScrollRestoration getKey={scrollKeyOf} />
    </Suspense>
  );
}

/** The first page of every visit has the key `default`, so use its path to tell them apart. */
function scrollKeyOf({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}
