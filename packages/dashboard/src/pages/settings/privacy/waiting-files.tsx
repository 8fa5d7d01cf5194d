// Warns that files waiting to be imported aren't searched, even though they may contain the person too.

import type { Import } from '@leadline/contract';
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../../components/text-link.tsx';
import { importPage, importsQuery } from '../../imports/use-imports.ts';

const ENDED: readonly Import['status'][] = ['finished', 'cancelled', 'failed'];

export function WaitingFiles() {
  const { data = [] } = useQuery(importsQuery);
  const waiting = data.filter(({ status }) => !ENDED.includes(status));
  if (waiting.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" p="xs" mb="sm" icon={<IconAlertCircle size={18} aria-hidden />}>
      Files that aren’t imported yet were not searched:{' '}
      {waiting.map(({ import_id, file_name }, index) => (
        <span key={import_id}>
          {index > 0 && ', '}
          <TextLink to={importPage(import_id)}>{file_name}</TextLink>
        </span>
      ))}
      . {waiting.length === 1 ? 'It' : 'They'} may contain this person too.
    </Alert>
  );
}
