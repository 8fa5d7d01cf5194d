// Leads by the thousand from a file. `?id=` shows one import.

import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { useCan } from '../../session/use-session.ts';
import { ImportList } from './import-list.tsx';
import { OneImport } from './one-import.tsx';
import { forgetUpload, useUpload } from './upload-store.ts';
import { UploadZone } from './upload-zone.tsx';
import { importPage } from './use-imports.ts';

export function ImportsPage() {
  const [search] = useSearchParams();
  const importId = search.get('id');
  const mayImport = useCan('rep');
  const upload = useUpload();
  const navigate = useNavigate();

  useEffect(() => {
    if (upload.kind !== 'done') return;
    forgetUpload();
    void navigate(importPage(upload.importId), { state: { isKnown: upload.isKnown } });
  }, [upload, navigate]);

  if (importId !== null) return <OneImport key={importId} importId={importId} />;
  return (
    <>
      <PageHeader
        title="Imports"
        description="Bring in leads from a file. Each is scored as on the day it came in."
      />
      <Stack gap={32}>
        {mayImport && <UploadZone upload={upload} />}
        <ImportList />
      </Stack>
    </>
  );
}
