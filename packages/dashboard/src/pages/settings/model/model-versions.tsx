// The published versions of the model, and the way back.

import type { ModelVersion } from '@leadline/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { VersionList } from '../versions/version-list.tsx';
import { describeUsage } from './describe-model.ts';
import { modelVersionsQuery, rollBackModel, showConflict } from './model-calls.ts';

export function ModelVersions({ liveVersion }: { readonly liveVersion: number }) {
  const versions = useInfiniteQuery(modelVersionsQuery);
  return (
    <VersionList
      description="Every score names the version it was made by. Rolling back publishes an earlier model again; how it is used stays the same."
      versions={versions}
      liveVersion={liveVersion}
      start={{ title: 'Rules alone', name: 'the rules alone' }}
      reasonOf={({ reason }) => reason}
      factsOf={(version) => <Facts version={version} />}
      explain={(target) => (
        <>
          {target === 0 ? 'The rules alone go' : `The model of version ${target} goes`} live as version{' '}
          {liveVersion + 1}. The next training that does better replaces it.
        </>
      )}
      rollBack={(to, note) => rollBackModel({ version: liveVersion, to, note })}
      onFailure={showConflict}
    />
  );
}

function Facts({ version }: { readonly version: ModelVersion }) {
  return describeUsage(version).map((fact) => <span key={fact}>{fact}</span>);
}
