// Imports leads from files. `?id=` shows one import.

import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { ImportDetail } from './import-detail.tsx';
import { ImportList } from './import-list.tsx';
import { forgetUpload, useUpload } from './upload-store.ts';
import { UploadZone } from './upload-zone.tsx';
import { importPage } from './use-imports.ts';

export function ImportsPage() {
  const [search] = useSearchParams();
  const importId = search.get('id');
  const upload = useUpload();
  const navigate = useNavigate();

  useEffect(() => {
    if (upload.kind !== 'done') return;
    forgetUpload();
    void navigate(importPage(upload.importId), { state: { isKnown: upload.isKnown } });
  }, [upload, navigate]);

  if (importId !== null) return <ImportDetail key={importId} importId={importId} />;
  return (
    <>
      <PageHeader
        title="Imports"
        description="Import leads from a file. Each is scored as of the day it was received."
      />
      <Stack gap={32}>
        <UploadZone upload={upload} />
        <ImportList />
      </Stack>
    </>
  );
}
