// The buttons of a dialog that may be taller than the screen: they stay in view at its end.

import type { ReactNode } from 'react';
import classes from './dialog-actions.module.css';

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
