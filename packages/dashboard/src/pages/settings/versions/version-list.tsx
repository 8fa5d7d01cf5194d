// The published versions of something: who, when and why, and the way back.

import { Button, Center, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useTeam } from '../../../work/use-team.ts';
import { describeAuthor } from '../../lead/timeline/describe-author.ts';
import rows from '../rows.module.css';
import { Section } from '../section.tsx';
import { PublishDialog } from './publish-dialog.tsx';

interface Version {
  readonly version: number;
  readonly by: string;
  readonly published_at: string;
}

interface VersionListProps<V extends Version> {
  readonly description: string;
  readonly versions: UseInfiniteQueryResult<readonly V[]>;
  readonly liveVersion: number;
  /** What version 0 is called, as a title and within a sentence. */
  readonly start: { readonly title: string; readonly name: string };
  readonly reasonOf: (version: V) => string;
  readonly factsOf: (version: V) => ReactNode;
  /** What rolling back to this version means. */
  readonly explain: (target: number) => ReactNode;
  readonly rollBack: (target: number, note: string) => Promise<{ readonly version: number }>;
  /** Returns whether the error has been shown elsewhere. */
  readonly onFailure: (error: unknown) => boolean;
}

export function VersionList<V extends Version>(props: VersionListProps<V>) {
  const { description, versions, liveVersion, start } = props;
  const { reasonOf, factsOf, explain, rollBack, onFailure } = props;
  const [target, setTarget] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const nameVersion = (version: number): string => (version === 0 ? start.name : `version ${version}`);
  const back = useMutation({
    mutationFn: (note: string) => rollBack(target, note),
    onSuccess: ({ version }) => {
      setIsAsking(false);
      notifications.show({
        message: `Rolled back to ${nameVersion(target)}. It is live as version ${version}.`,
      });
    },
    onError: (error) => {
      if (onFailure(error)) setIsAsking(false);
    },
  });

  function ask(version: number): void {
    back.reset();
    setTarget(version);
    setIsAsking(true);
  }

  const row = (version: number) => ({
    id: `version-${version}`,
    name: nameVersion(version),
    isLive: version === liveVersion,
    onRollBack: () => ask(version),
  });

  return (
    <Section title="Versions" description={description} isWide>
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
              <Row key={version.version} title={`Version ${version.version}`} {...row(version.version)}>
                {reasonOf(version) !== '' && <div>{reasonOf(version)}</div>}
                <div className={rows.facts}>
                  {factsOf(version)}
                  <Published {...version} />
                </div>
              </Row>
            ))}
            {!versions.hasNextPage && (
              <Row title={start.title} {...row(0)}>
                <div className={rows.facts}>What every account starts with</div>
              </Row>
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
        <Text>{explain(target)}</Text>
      </PublishDialog>
    </Section>
  );
}

interface RowProps {
  /** What a link to it ends with. */
  readonly id: string;
  readonly title: string;
  /** Within a sentence. */
  readonly name: string;
  readonly isLive: boolean;
  readonly onRollBack: () => void;
  readonly children: ReactNode;
}

function Row({ id, title, name, isLive, onRollBack, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const { hash } = useLocation();
  // The list is loaded after the page, so the browser doesn't find the row itself.
  useEffect(() => {
    if (hash === `#${id}`) row.current?.scrollIntoView({ block: 'center' });
  }, [hash, id]);
  return (
    <li ref={row} id={id} className={rows.row}>
      <div className={rows.what}>
        <div className={rows.name}>
          {title}
          {isLive && (
            <span className={rows.tag} data-kind="here">
              Live
            </span>
          )}
        </div>
        {children}
      </div>
      {!isLive && (
        <div className={rows.actions}>
          <Button variant="default" size="xs" onClick={onRollBack} aria-label={`Roll back to ${name}`}>
            Roll back
          </Button>
        </div>
      )}
    </li>
  );
}

function Published({ by, published_at }: Version) {
  const team = useTeam();
  return (
    <>
      <span>Published by {describeAuthor(by, team)}</span>
      <RelativeTime at={published_at} />
    </>
  );
}
