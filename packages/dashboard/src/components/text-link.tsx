// An inline link to another page.

import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface TextLinkProps {
  readonly to: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function TextLink({ to, title, children }: TextLinkProps) {
  return (
    <Anchor component={Link} to={to} title={title} inherit underline="always">
      {children}
    </Anchor>
  );
}
