// Code to copy, as it is.

import { Box } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './snippet.module.css';

interface SnippetProps {
  readonly text: string;
  /** What is copied: "curl command". */
  readonly what: string;
  /** Why it cannot be copied; nothing when it can. */
  readonly noCopy?: string | null;
}

export function Snippet({ text, what, noCopy = null }: SnippetProps) {
  return (
    <Box className={classes.snippet}>
      <div className={classes.head}>
        <span className={classes.what} aria-hidden>
          {what}
        </span>
        {noCopy === null ? <CopyButton value={text} what={what} /> : <span>{noCopy}</span>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard too */}
      <section className={classes.scroller} tabIndex={0} aria-label={what}>
        <pre className={classes.text}>{text}</pre>
      </section>
    </Box>
  );
}
