// Whom the file names in the first rows, although leads can't be assigned to them.

import type { Preview } from '@leadline/contract';
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

export function UnknownAssignees({ rows }: { readonly rows: Readonly<Preview['rows']> }) {
  const strangers = new Set(rows.flatMap(({ unknown_assignee: name }) => name ?? []));
  const viewers = new Set(rows.flatMap(({ viewer_assignee: name }) => name ?? []));
  if (strangers.size + viewers.size === 0) return null;
  return (
    <Alert variant="outline" mt="sm" icon={<IconInfoCircle size={18} aria-hidden />}>
      {strangers.size > 0 &&
        `${listNames(strangers)} ${strangers.size === 1 ? 'is not a member' : 'are not members'} of this account, by email or full name. `}
      {viewers.size > 0 &&
        `${listNames(viewers)} can’t work on leads, because ${viewers.size === 1 ? 'their role is' : 'their roles are'} viewer. `}
      These leads are imported without an assignee.
    </Alert>
  );
}

function listNames(names: ReadonlySet<string>): string {
  const quoted = Array.from(names, (name) => `“${name}”`);
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(quoted);
}
