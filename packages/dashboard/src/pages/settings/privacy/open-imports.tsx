// Explains that imports on their way, which may contain the person, block the erasure.

import type { Import } from '@leadline/contract';
import { LeadlineError } from '@leadline/sdk/core';
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../../components/text-link.tsx';
import { importPage, importQuery, isMoving } from '../../imports/use-imports.ts';

/** Whether the import may still add the person. A file that was never started is discarded instead. */
export function blocksErasing({ status }: Import): boolean {
  return ['uploading', 'queued', 'running', 'stopped'].includes(status);
}

/** The imports that block the erasure; empty when it failed for another reason. */
export function readOpenImports(error: unknown): readonly string[] {
  return error instanceof LeadlineError ? error.importIds : [];
}

export function OpenImports({ importIds }: { readonly importIds: readonly string[] }) {
  return (
    <Alert color="red" variant="outline" p="xs" mt="sm" icon={<IconAlertCircle size={18} aria-hidden />}>
      <b>This person can’t be erased yet.</b>
      {importIds.map((importId) => (
        <OpenImport key={importId} importId={importId} />
      ))}
    </Alert>
  );
}

function OpenImport({ importId }: { readonly importId: string }) {
  const { data } = useQuery(importQuery(importId));
  // Probably an import of test leads, which has no page here.
  if (data === undefined) {
    return (
      <div>The import {importId} isn’t finished and may contain this person. Let it finish or cancel it.</div>
    );
  }
  const name = <TextLink to={importPage(importId)}>{data.file_name}</TextLink>;
  return isMoving(data) ? (
    <div>{name} is being imported and may contain this person. Let it finish or cancel it first.</div>
  ) : (
    <div>The import of {name} has stopped and may contain this person. Resume or cancel it first.</div>
  );
}
