// Where people drop or choose a file and follow its upload.

import { MAX_IMPORT_BYTES } from '@leadline/contract/limits';
import '@mantine/dropzone/styles.css';
import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { type MouseEvent, useRef, useState } from 'react';
import { FormError } from '../../components/form-error.tsx';
import { formatBytes } from '../../components/format-number.ts';
import { percentOf } from './import-labels.ts';
import classes from './imports.module.css';
import { cancelUpload, startUpload, type Upload } from './upload-store.ts';

export function UploadZone({ upload }: { readonly upload: Upload }) {
  const [rejection, setRejection] = useState<string | null>(null);

  const openPicker = useRef<() => void>(null);

  /** Stops the click from reaching the drop zone, which would open a second picker. */
  function choose(event: MouseEvent): void {
    event.stopPropagation();
    openPicker.current?.();
  }

  function accept(files: readonly File[]): void {
    const [file] = files;
    if (file === undefined) return;
    setRejection(null);
    startUpload(file);
  }

  if (upload.kind === 'sending') return <Sending upload={upload} />;
  return (
    <Stack gap="sm">
      <FormError error={rejection ?? (upload.kind === 'failed' ? upload.error : null)} />
      <Dropzone
        onDrop={accept}
        onReject={(rejections) => setRejection(describeRejection(rejections.map(({ file }) => file)))}
        maxSize={MAX_IMPORT_BYTES}
        multiple={false}
        openRef={openPicker}
        activateOnKeyboard={false}
        enablePointerEvents
        className={classes.zone ?? ''}
        inputProps={{ 'aria-label': 'File to import' }}
      >
        <Stack align="center" gap="xs">
          <IconFileImport size={28} stroke={1.5} aria-hidden />
          <Group gap="xs" justify="center">
            <Text>Drop a file here, or</Text>
            <Button size="xs" variant="default" onClick={choose}>
              Choose a file
            </Button>
          </Group>
          <Text size="sm" c="dimmed" ta="center">
            Excel (.xlsx), CSV with a header row, or NDJSON. You’ll see a preview before anything is stored.
          </Text>
        </Stack>
      </Dropzone>
    </Stack>
  );
}

function Sending({ upload }: { readonly upload: Extract<Upload, { kind: 'sending' }> }) {
  const { fileName, sent, total } = upload;
  const percent = percentOf(sent, total);
  return (
    <Paper p="lg">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Text fw={500} className={classes.fileName ?? ''}>
              {fileName}
            </Text>
            <Text size="sm" c="dimmed" className="figures">
              {percent < 100
                ? `${formatBytes(sent)} of ${formatBytes(total)} uploaded`
                : 'Uploaded. Reading the file…'}
            </Text>
          </div>
          <Button variant="default" size="xs" onClick={cancelUpload}>
            Cancel upload
          </Button>
        </Group>
        <Progress.Root size="md">
          <Progress.Section value={percent} aria-label="Upload" />
        </Progress.Root>
        <Text size="sm" c="dimmed">
          You can visit other pages, but keep this tab open.
        </Text>
      </Stack>
    </Paper>
  );
}

function describeRejection(files: readonly File[]): string {
  if (files.length > 1) return 'Drop one file at a time.';
  return 'The file is larger than 1 GiB. Split it and import the parts one by one.';
}
