// Downloads the entries that match the filters as CSV, newest first.

import type { AuditPage } from '@leadline/contract';
import { writeCell } from '@leadline/csv';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { describeFailure } from '../../../components/describe-failure.ts';
import { downloadFile } from '../../../components/download-file.ts';
import { formatCount } from '../../../components/format-number.ts';
import { loadEntries } from './audit-filter.ts';
import { describeAction } from './describe-action.ts';
import { describeDetails } from './describe-details.ts';
import type { Names } from './use-names.ts';

type Entry = AuditPage['data'][number];

/** 50 requests: more would run into the limit of requests per minute. Dates reach the rest. */
const MAX_ENTRIES = 5_000;
const ENTRIES_PER_REQUEST = 100;
const COLUMNS = ['when', 'who', 'who_id', 'what', 'subject', 'subject_id', 'details'];

interface DownloadButtonProps {
  readonly query: URLSearchParams;
  readonly names: Names;
}

export function DownloadButton({ query, names }: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: () => loadAll(query),
    onSuccess: ({ entries, isCapped }) => {
      const rows = [COLUMNS, ...entries.map((entry) => toCells(entry, names))];
      const text = rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
      downloadFile('audit-log.csv', 'text/csv', text);
      if (isCapped)
        notifications.show({
          message: `The file has the newest ${formatCount(MAX_ENTRIES)} entries. Choose dates to get the others.`,
        });
    },
    onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => download.mutate()}
      loading={download.isPending}
    >
      Download CSV
    </Button>
  );
}

async function loadAll(query: URLSearchParams): Promise<{ entries: Entry[]; isCapped: boolean }> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  do {
    const page: AuditPage = await loadEntries(query, cursor, undefined, ENTRIES_PER_REQUEST);
    entries.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && entries.length < MAX_ENTRIES);
  return { entries, isCapped: cursor !== null };
}

const toCells = (entry: Entry, names: Names): string[] => [
  entry.at,
  entry.actor_name ?? names.nameActor(entry.actor, null),
  entry.actor,
  describeAction(entry),
  entry.subject_name ?? names.findWebhook(entry.subject) ?? '',
  entry.subject,
  describeDetails(entry, names),
];
