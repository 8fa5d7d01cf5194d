// Chooses which sheet of an Excel file to import.

import type { Import } from '@leadline/contract';
import { NativeSelect, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { FormError } from '../../components/form-error.tsx';
import { importPage, useChooseSheet } from './use-imports.ts';

export function SheetChoice({ import: job }: { readonly import: Import }) {
  const navigate = useNavigate();
  const choose = useChooseSheet(job.import_id, ({ import_id: id, is_known: isKnown }) =>
    navigate(importPage(id), { replace: true, state: { isKnown } }),
  );
  return (
    <Stack gap="xs" maw={420}>
      <NativeSelect
        label="Sheet"
        description="Each sheet is imported on its own."
        data={[...job.sheets]}
        value={choose.isPending ? choose.variables : (job.sheet ?? '')}
        disabled={choose.isPending}
        onChange={(event) => choose.mutate(event.currentTarget.value)}
      />
      <FormError error={choose.error} />
    </Stack>
  );
}
