// The published versions of the model, and the way back.

import type { ModelVersion } from '@leadline/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatCountOf } from '../../../components/format-number.ts';
import { VersionList } from '../versions/version-list.tsx';
import { modelVersionsQuery, rollBackModel, showConflict } from './model-calls.ts';

interface ModelVersionsProps {
  readonly liveVersion: number;
  readonly canRollBack: boolean;
}

export function ModelVersions({ liveVersion, canRollBack }: ModelVersionsProps) {
  const versions = useInfiniteQuery(modelVersionsQuery);
  return (
    <VersionList
      description="Every score names the version it was made by. Rolling back publishes an earlier model again; how it is used stays the same."
      versions={versions}
      liveVersion={liveVersion}
      canRollBack={canRollBack}
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

const MODES: Readonly<Record<ModelVersion['mode'], string>> = {
  off: 'Off',
  advisory: 'Chance of closing only',
  on: 'With points',
};

function Facts({ version: { trained, mode, point_limit } }: { readonly version: ModelVersion }) {
  return (
    <>
      <span>{trained === null ? 'Rules alone' : `From ${formatCountOf(trained.outcomes, 'outcome')}`}</span>
      <span>
        {MODES[mode]}
        {mode === 'on' && `, up to ${point_limit}`}
      </span>
    </>
  );
}
