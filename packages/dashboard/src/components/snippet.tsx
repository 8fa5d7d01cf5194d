// Code to copy, as it is.

import { Box } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './snippet.module.css';

interface SnippetProps {
  readonly text: string;
  /** What is copied: "curl command". */
  readonly what: string;
}

export function Snippet({ text, what }: SnippetProps) {
  return (
    <Box className={classes.snippet}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard too */}
      <section className={classes.scroller} tabIndex={0} aria-label={what}>
        <pre className={classes.text}>{text}</pre>
      </section>
      <div className={classes.copy}>
        <CopyButton value={text} what={what} />
      </div>
    </Box>
  );
}
