// What the leads of the file would be stored without.

import type { Preview } from '@leadline/contract';
import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCountOf } from '../../components/format-number.ts';
import { useCurrency } from '../../components/use-currency.ts';

type Warning = Preview['warnings'][number];

export function PreviewWarnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  const currency = useCurrency();
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" mt="sm" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <List listStyleType="none">
        {warnings.map((warning) => (
          <List.Item key={`${warning.kind} ${warning.column} ${warning.currency}`}>
            {describeWarning(warning, currency)} {describeLines(warning)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function describeWarning({ kind, column, currency, rows }: Warning, own: string | null): string {
  const count = formatCountOf(rows, 'row');
  return kind === 'currency'
    ? `${count} of “${column}” in ${currency}: your account is in ${own ?? 'another currency'}, so these leads are stored without a deal value.`
    : `${count} of “${column}” without a date we can read: these leads are stored without it.`;
}

function describeLines({ lines, rows }: Warning): string {
  const more = rows > lines.length ? ` and ${rows - lines.length} more` : '';
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}${more}.`;
}
