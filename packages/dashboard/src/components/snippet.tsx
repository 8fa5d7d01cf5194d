// A block of code with a copy button.

import { Box } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './snippet.module.css';

interface SnippetProps {
  readonly text: string;
  /** What gets copied, such as "curl command". */
  readonly what: string;
  /** Why it can't be copied; null if it can. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines have to be scrollable by keyboard */}
      <section className={classes.scroller} tabIndex={0} aria-label={what}>
        <pre className={classes.text}>{text}</pre>
      </section>
    </Box>
  );
}
