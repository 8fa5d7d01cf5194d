// The published versions of the settings, and the way back.

import { LeadlineError } from '@leadline/sdk/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { VersionList } from '../versions/version-list.tsx';
import { nameVersion, START } from './name-version.ts';
import { loadSettings, rollBack, versionsQuery } from './settings-calls.ts';

export function VersionsSection({ liveVersion }: { readonly liveVersion: number }) {
  const versions = useInfiniteQuery(versionsQuery);
  return (
    <VersionList
      description="Every score names the version it was made by. Rolling back publishes an earlier version again."
      versions={versions}
      liveVersion={liveVersion}
      start={{ title: 'Defaults', name: START }}
      reasonOf={({ note }) => note}
      factsOf={({ restores }) => restores !== null && <span>Rolled back to {nameVersion(restores)}</span>}
      explain={(target) => (
        <>
          {target === 0 ? 'The defaults' : `The settings of version ${target}`} go live as version{' '}
          {liveVersion + 1}. The typical deal set under Business stays as it is.
        </>
      )}
      rollBack={async (to, note) => {
        const published = await rollBack({ version: liveVersion, to, note });
        await loadSettings();
        return published;
      }}
      onFailure={(error) => {
        // The dialog stays open and says so, above the version that is live now.
        if (error instanceof LeadlineError && error.code === 'changed_meanwhile') void loadSettings();
        return false;
      }}
    />
  );
}
