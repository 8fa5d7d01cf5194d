// Explains that unfinished imports, which may contain the person, block the erasure.

import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../../api/call.ts';
import { TextLink } from '../../../components/text-link.tsx';
import { importPage, importQuery, isMoving } from '../../imports/use-imports.ts';

/** The imports that block the erasure; empty when it failed for another reason. */
export function readOpenImports(error: unknown): readonly string[] {
  return error instanceof ApiFailure ? error.importIds : [];
}

export function OpenImports({ importIds }: { readonly importIds: readonly string[] }) {
  return (
    <Alert color="red" variant="outline" p="xs" mt="sm" icon={<IconAlertCircle size={18} aria-hidden />}>
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
    <div>{name} hasn’t been imported yet and may contain this person. Import or discard it first.</div>
  );
}
