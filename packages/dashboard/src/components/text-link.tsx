// An inline link to another page.

import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface TextLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

export function TextLink({ to, children }: TextLinkProps) {
  return (
    <Anchor component={Link} to={to} inherit underline="always">
      {children}
    </Anchor>
  );
}
