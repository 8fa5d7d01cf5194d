// This tab's upload. It keeps running when the user moves to another page, since large files take a while. It uses
// XMLHttpRequest because fetch doesn't report upload progress.

import { MAX_FILE_NAME_LENGTH } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { LeadlineError, toError } from '@leadline/sdk/core';
import { useSyncExternalStore } from 'react';
import { describeCaller, reloadIfAccountSwitched } from '../../api/call.ts';
import { keepUploaded, type Uploaded } from './use-imports.ts';

export type Upload =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly fileName: string; readonly sent: number; readonly total: number }
  | { readonly kind: 'done'; readonly importId: string; readonly isKnown: boolean }
  | { readonly kind: 'failed'; readonly fileName: string; readonly error: unknown };

let upload: Upload = { kind: 'none' };
let request: XMLHttpRequest | null = null;
/** Kept for the other sheets of a workbook. */
let uploaded: { readonly importId: string; readonly file: File } | null = null;
const readers = new Set<() => void>();

export function useUpload(): Upload {
  return useSyncExternalStore(subscribe, () => upload);
}

export function forgetUpload(): void {
  set({ kind: 'none' });
}

export function cancelUpload(): void {
  request?.abort();
  forgetUpload();
}

/** The file of an import, if it was uploaded in this tab just now. */
export function findUploaded(importId: string): File | null {
  return uploaded?.importId === importId ? uploaded.file : null;
}

/** `sheet` is for workbooks; the first one by default. */
export function startUpload(file: File, sheet?: string): void {
  request?.abort();
  const fileName = file.name;
  const sending = new XMLHttpRequest();
  request = sending;
  const name = encodeURIComponent([...fileName].slice(-MAX_FILE_NAME_LENGTH).join('') || 'leads');
  const query = sheet === undefined ? '' : `&sheet=${encodeURIComponent(sheet)}`;
  const path = `${PATHS.imports}?file_name=${name}${query}`;
  sending.open('POST', path);
  sending.setRequestHeader('Content-Type', 'application/octet-stream');
  for (const [name, value] of Object.entries(describeCaller(path))) sending.setRequestHeader(name, value);
  sending.upload.onprogress = ({ loaded }) =>
    set({ kind: 'sending', fileName, sent: loaded, total: file.size });
  sending.onload = () => finish(file, sending);
  sending.onerror = () =>
    set({
      kind: 'failed',
      fileName,
      error: new LeadlineError('the connection was lost; upload the same file again', {
        code: 'upload_interrupted',
      }),
    });
  sending.onloadend = () => {
    if (request === sending) request = null;
    if (request === null) window.removeEventListener('beforeunload', askBeforeLeaving);
    // Reload only now that leaving the page no longer triggers a prompt.
    if (upload.kind === 'failed') reloadIfAccountSwitched(upload.error);
  };
  set({ kind: 'sending', fileName, sent: 0, total: file.size });
  window.addEventListener('beforeunload', askBeforeLeaving);
  sending.send(file);
}

function finish(file: File, { status, responseText }: XMLHttpRequest): void {
  const answer = parse(responseText);
  if (answer?.data !== undefined && status === 200) {
    const { is_known: isKnown, preview, ...job } = answer.data;
    keepUploaded(job, preview);
    uploaded = { importId: job.import_id, file };
    set({ kind: 'done', importId: job.import_id, isKnown });
    return;
  }
  set({ kind: 'failed', fileName: file.name, error: toError(new Response(null, { status }), answer) });
}

interface Answer {
  readonly data?: Uploaded;
  readonly error?: string;
}

function parse(text: string): Answer | null {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return null;
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function set(next: Upload): void {
  upload = next;
  for (const read of readers) read();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
