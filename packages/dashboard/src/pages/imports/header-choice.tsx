// Shows which row has the names of the columns, and takes another one as the header.

import type { Import, Preview } from '@leadline/contract';
import { NativeSelect, Stack } from '@mantine/core';
import { FormError } from '../../components/form-error.tsx';
import { useChooseHeader } from './use-imports.ts';

interface HeaderChoiceProps {
  readonly import: Import;
  readonly rows: Readonly<Preview['top_rows']>;
}

export function HeaderChoice({ import: job, rows }: HeaderChoiceProps) {
  const choice = useChooseHeader(job.import_id);
  if (job.header_line === null || rows.length === 0) return null;
  return (
    <Stack gap="xs" maw={420} mb="sm">
      <NativeSelect
        label="Header"
        description="The row with the column names. Rows above it are left out."
        data={rows.map(({ line, cells }) => ({
          value: String(line),
          label: `${line}: ${cells.filter((cell) => cell !== '').join(', ')}`,
        }))}
        value={String(choice.isPending ? choice.variables : job.header_line)}
        disabled={choice.isPending}
        onChange={({ currentTarget: { value } }) => choice.mutate(Number(value))}
      />
      <FormError error={choice.error} />
    </Stack>
  );
}
