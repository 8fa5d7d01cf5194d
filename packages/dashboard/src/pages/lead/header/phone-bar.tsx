// Call and Email at the bottom of a phone's screen, where a thumb reaches them wherever the page is scrolled to.

import type { ReactNode } from 'react';
import classes from './phone-bar.module.css';

interface PhoneBarProps {
  readonly children: ReactNode;
  /** Above the buttons. */
  readonly prompt: ReactNode;
}

export function PhoneBar({ children, prompt }: PhoneBarProps) {
  return (
    <>
      <div className={classes.room} aria-hidden />
      <section className={classes.bar} aria-label="Contact this lead">
        {prompt !== false && <div className={classes.prompt}>{prompt}</div>}
        <div className={classes.buttons}>{children}</div>
      </section>
    </>
  );
}
