// The published versions: who, when and why, and the way back.

import type { SettingsVersion } from '@leadline/contract';
import { Button, Center, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../../api/call.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useTeam } from '../../../work/use-team.ts';
import { describeAuthor } from '../../lead/timeline/describe-author.ts';
import rows from '../rows.module.css';
import { Section } from '../section.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { loadSettings, rollBack, versionsQuery } from './settings-calls.ts';

interface VersionsSectionProps {
  readonly liveVersion: number;
  readonly canRollBack: boolean;
}

export function VersionsSection({ liveVersion, canRollBack }: VersionsSectionProps) {
  const versions = useInfiniteQuery(versionsQuery);
  const [target, setTarget] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const back = useMutation({
    mutationFn: (note: string) => rollBack({ version: liveVersion, to: target, note }),
    onSuccess: async ({ version }) => {
      await loadSettings();
      setIsAsking(false);
      notifications.show({
        message: `Rolled back to ${nameVersion(target)}. It is live as version ${version}.`,
      });
    },
    onError: async (error) => {
      if (error instanceof ApiFailure && error.code === 'changed_meanwhile') await loadSettings();
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
      description="Every score names the version it was made by. Rolling back publishes an earlier version again."
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
          <SkeletonRows rows={3} height={60} label="Loading versions" />
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
              <DefaultsRow isLive={liveVersion === 0} onRollBack={canRollBack ? () => ask(0) : null} />
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
          The settings of {nameVersion(target)} go live as version {liveVersion + 1}. The typical deal of your
          business profile stays as it is.
        </Text>
      </PublishDialog>
    </Section>
  );
}

interface VersionRowProps {
  readonly version: SettingsVersion;
  readonly isLive: boolean;
  readonly onRollBack: (() => void) | null;
}

function VersionRow({ version: shown, isLive, onRollBack }: VersionRowProps) {
  const team = useTeam();
  const { version, note, restores, by, published_at } = shown;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.name}>
          Version {version}
          {isLive && <LiveTag />}
        </div>
        {note !== '' && <div>{note}</div>}
        <div className={rows.facts}>
          {restores !== null && <span>Rolled back to {nameVersion(restores)}</span>}
          <span>Published by {describeAuthor(by, team)}</span>
          <RelativeTime at={published_at} />
        </div>
      </div>
      {!isLive && onRollBack !== null && <RollBackButton to={version} onClick={onRollBack} />}
    </li>
  );
}

function DefaultsRow({ isLive, onRollBack }: Omit<VersionRowProps, 'version'>) {
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.name}>
          Defaults
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

const nameVersion = (version: number): string => (version === 0 ? 'the defaults' : `version ${version}`);
