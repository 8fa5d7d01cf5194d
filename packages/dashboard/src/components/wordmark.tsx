// The Leadline name and logo.

import classes from './wordmark.module.css';

export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="7" className={classes.ground} />
        <path d="M9 8v15h14" />
        <path d="M15 17l4-5 4 2" />
      </svg>
      Leadline
    </span>
  );
}
