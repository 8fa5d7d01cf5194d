// What the versions of the scoring settings in the audit log changed. They are loaded only if the log shows any.

import type { AuditPage } from '@leadline/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsQuery } from '../../../api/settings-query.ts';
import { versionsQuery } from '../scoring/settings-calls.ts';
import { describePublished } from './describe-published.ts';

type Entry = AuditPage['data'][number];

export interface Published {
  readonly version: number;
  /** Empty if nothing but the typical deal changed, without a note. */
  readonly text: string;
}

/** Returns null for other entries, and while the versions load. */
export function usePublished(entries: readonly Entry[]): (entry: Entry) => Published | null {
  const shown = entries.flatMap((entry) => versionOf(entry) ?? []);
  const enabled = shown.length > 0;
  const { data: settings } = useQuery({ ...settingsQuery, enabled });
  const versions = useInfiniteQuery({ ...versionsQuery, enabled });
  const { data: known = [], hasNextPage, isFetching, isError, fetchNextPage } = versions;
  // Each is compared with the one before it.
  const needed = Math.max(1, Math.min(...shown) - 1);
  const isMissing = enabled && (known.at(-1)?.version ?? needed) > needed;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage]);
  return (entry) => {
    const version = versionOf(entry);
    if (version === null || settings === undefined) return null;
    const text = describePublished(version, known, settings);
    return text === null ? null : { version, text };
  };
}

function versionOf({ action, details }: Entry): number | null {
  const { version } = (details ?? {}) as { readonly version?: unknown };
  return action === 'settings.published' && typeof version === 'number' ? version : null;
}
