// Whom the file names in the first rows, although they are not members.

import type { Preview } from '@leadline/contract';
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

export function UnknownAssignees({ rows }: { readonly rows: Readonly<Preview['rows']> }) {
  const names = new Set(rows.flatMap(({ unknown_assignee: name }) => name ?? []));
  if (names.size === 0) return null;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(
    Array.from(names, (name) => `“${name}”`),
  );
  return (
    <Alert variant="outline" mt="sm" icon={<IconInfoCircle size={18} aria-hidden />}>
      {list} {names.size === 1 ? 'is not a member' : 'are not members'} of this account, by email or full
      name. These leads are imported without an assignee.
    </Alert>
  );
}
