// Draws a shortcut as keyboard keys: "g i" means g, then i.

import { Kbd } from '@mantine/core';
import { Fragment } from 'react';

const NAMES: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
};

export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span>
      {keys.split(' ').map((key, index) => (
        <Fragment key={key}>
          {index > 0 && ' then '}
          <Kbd size="xs">{NAMES[key] ?? key}</Kbd>
        </Fragment>
      ))}
    </span>
  );
}
