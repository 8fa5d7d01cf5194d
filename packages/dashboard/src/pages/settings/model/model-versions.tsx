// The published versions of the model, and the way back.

import type { ModelVersion } from '@leadline/contract';
import { Button, Center, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { formatCountOf } from '../../../components/format-number.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useTeam } from '../../../work/use-team.ts';
import { describeAuthor } from '../../lead/timeline/describe-author.ts';
import rows from '../rows.module.css';
import { PublishDialog } from '../scoring/publish-dialog.tsx';
import { Section } from '../section.tsx';
import { modelVersionsQuery, rollBackModel, showConflict } from './model-calls.ts';

interface ModelVersionsProps {
  readonly liveVersion: number;
  readonly canRollBack: boolean;
}

export function ModelVersions({ liveVersion, canRollBack }: ModelVersionsProps) {
  const versions = useInfiniteQuery(modelVersionsQuery);
  const [target, setTarget] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const back = useMutation({
    mutationFn: (note: string) => rollBackModel({ version: liveVersion, to: target, note }),
    onSuccess: ({ version }) => {
      setIsAsking(false);
      notifications.show({
        message: `Rolled back to ${nameVersion(target)}. It is live as version ${version}.`,
      });
    },
    onError: (error) => {
      if (showConflict(error)) setIsAsking(false);
    },
  });

  function ask(version: number): void {
    back.reset();
    setTarget(version);
    setIsAsking(true);
  }

  return (
    <Section
      title="Versions"
      description="Every score names the version it was made by. Rolling back publishes an earlier model again; how it is used stays the same."
      isWide
    >
      {versions.data === undefined ? (
        versions.isError ? (
          <ErrorState
            error={versions.error}
            onRetry={() => void versions.refetch()}
            isRetrying={versions.isFetching}
          />
        ) : (
          <SkeletonRows rows={2} height={60} label="Loading versions" />
        )
      ) : (
        <>
          <ul className={rows.rows} aria-label="Versions">
            {versions.data.map((version) => (
              <VersionRow
                key={version.version}
                version={version}
                isLive={version.version === liveVersion}
                onRollBack={canRollBack ? () => ask(version.version) : null}
              />
            ))}
            {!versions.hasNextPage && (
              <RulesRow isLive={liveVersion === 0} onRollBack={canRollBack ? () => ask(0) : null} />
            )}
          </ul>
          <FormError error={versions.isFetchNextPageError ? versions.error : null} />
          {versions.hasNextPage && (
            <Center mt="md">
              <Button
                variant="default"
                onClick={() => void versions.fetchNextPage()}
                loading={versions.isFetchingNextPage}
              >
                Load more
              </Button>
            </Center>
          )}
        </>
      )}
      <PublishDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Roll back to ${nameVersion(target)}?`}
        confirmLabel="Roll back"
        onPublish={(note) => back.mutate(note)}
        isPending={back.isPending}
        error={back.error}
      >
        <Text>
          {target === 0 ? 'The rules alone go' : `The model of version ${target} goes`} live as version{' '}
          {liveVersion + 1}. The next training that does better replaces it.
        </Text>
      </PublishDialog>
    </Section>
  );
}

const MODES: Readonly<Record<ModelVersion['mode'], string>> = {
  off: 'Off',
  advisory: 'Chance of closing only',
  on: 'With points',
};

interface VersionRowProps {
  readonly version: ModelVersion;
  readonly isLive: boolean;
  readonly onRollBack: (() => void) | null;
}

function VersionRow({ version: shown, isLive, onRollBack }: VersionRowProps) {
  const team = useTeam();
  const { version, trained, mode, point_limit, reason, by, published_at } = shown;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.name}>
          Version {version}
          {isLive && <LiveTag />}
        </div>
        <div>{reason}</div>
        <div className={rows.facts}>
          <span>
            {trained === null ? 'Rules alone' : `From ${formatCountOf(trained.outcomes, 'outcome')}`}
          </span>
          <span>
            {MODES[mode]}
            {mode === 'on' && `, up to ${point_limit}`}
          </span>
          <span>Published by {describeAuthor(by, team)}</span>
          <RelativeTime at={published_at} />
        </div>
      </div>
      {!isLive && onRollBack !== null && <RollBackButton to={version} onClick={onRollBack} />}
    </li>
  );
}

function RulesRow({ isLive, onRollBack }: Omit<VersionRowProps, 'version'>) {
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.name}>
          Rules alone
          {isLive && <LiveTag />}
        </div>
        <div className={rows.facts}>What every account starts with</div>
      </div>
      {!isLive && onRollBack !== null && <RollBackButton to={0} onClick={onRollBack} />}
    </li>
  );
}

const LiveTag = () => (
  <span className={rows.tag} data-kind="here">
    Live
  </span>
);

function RollBackButton({ to, onClick }: { readonly to: number; readonly onClick: () => void }) {
  return (
    <div className={rows.actions}>
      <Button variant="default" size="xs" onClick={onClick} aria-label={`Roll back to ${nameVersion(to)}`}>
        Roll back
      </Button>
    </div>
  );
}

const nameVersion = (version: number): string => (version === 0 ? 'the rules alone' : `version ${version}`);
