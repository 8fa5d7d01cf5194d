// The list of keys, with actions.

import type { ApiKey } from '@leadline/contract';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery } from '../../../api/keys-query.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useCan } from '../../../session/use-session.ts';
import { OwnersOnly } from '../owners-only.tsx';
import rows from '../rows.module.css';
import { Section } from '../section.tsx';
import { intakeUrl } from './intake-url.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { SCOPE_LABELS } from './scope-labels.ts';

type Action = { readonly what: 'create' } | { readonly what: 'rotate' | 'revoke'; readonly key: ApiKey };

export function KeysSection() {
  const keys = useQuery(keysQuery);
  const isOwner = useCan('owner');
  const [action, setAction] = useState<Action>({ what: 'create' });
  const [isOpen, dialog] = useDisclosure(false);
  // The dialogs are mounted before they open; otherwise they wouldn't return focus when they close.
  const chosen = action.what === 'create' ? keys.data?.[0] : action.key;
  function start(next: Action): void {
    setAction(next);
    dialog.open();
  }
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => start({ what: 'create' })}>
      Create key
    </Button>
  );
  return (
    <Section
      title="Active keys"
      description="An API key goes into the X-API-KEY header; what it can do depends on its access. An intake key is part of a URL and can only send leads."
      isWide
      actions={isOwner && create}
    >
      {!isOwner && <OwnersOnly what="create, rotate or revoke keys" />}
      {keys.data === undefined ? (
        keys.isError ? (
          <ErrorState error={keys.error} onRetry={() => void keys.refetch()} isRetrying={keys.isFetching} />
        ) : (
          <SkeletonRows rows={3} height={60} label="Loading keys" />
        )
      ) : keys.data.length === 0 ? (
        <EmptyState icon={IconKey} title="No keys yet" action={isOwner && create}>
          Create a key to send leads to this account.
        </EmptyState>
      ) : (
        <ul className={rows.rows} aria-label="Active keys">
          {keys.data.toReversed().map((key) => (
            <KeyRow
              key={key.key_id}
              apiKey={key}
              isOwner={isOwner}
              onRotate={() => start({ what: 'rotate', key })}
              onRevoke={() => start({ what: 'revoke', key })}
            />
          ))}
        </ul>
      )}
      <NewKeyDialog opened={isOpen && action.what === 'create'} onClose={dialog.close} />
      {chosen !== undefined && (
        <>
          <RotateKeyDialog
            opened={isOpen && action.what === 'rotate'}
            apiKey={chosen}
            onClose={dialog.close}
          />
          <RevokeKeyDialog
            opened={isOpen && action.what === 'revoke'}
            apiKey={chosen}
            onClose={dialog.close}
          />
        </>
      )}
    </Section>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly isOwner: boolean;
  readonly onRotate: () => void;
  readonly onRevoke: () => void;
}

function KeyRow({ apiKey, isOwner, onRotate, onRevoke }: KeyRowProps) {
  const { name, mode, scope, hint, created_at, expires_at, last_used_at, key } = apiKey;
  const Icon = scope === 'intake' ? IconLink : IconKey;
  return (
    <li className={rows.row}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={rows.what}>
        <div className={rows.name}>
          {name}
          <span className={rows.tag} data-kind={mode === 'live' ? 'here' : undefined}>
            {mode === 'live' ? 'Live' : 'Test'}
          </span>
          {expires_at !== null && (
            <span className={rows.tag} data-kind="warning">
              Expires <RelativeTime at={expires_at} />
            </span>
          )}
        </div>
        <div className={rows.facts}>
          <span>
            {scope === 'intake' ? SCOPE_LABELS.intake : `API key, ${SCOPE_LABELS[scope].toLowerCase()}`}{' '}
            <span className={rows.code}>…{hint}</span>
          </span>
          <span>
            created <RelativeTime at={created_at} />
          </span>
          <span>{last_used_at === null ? 'never used' : <LastUsed at={last_used_at} />}</span>
        </div>
        {isOwner && scope === 'api' && mode === 'live' && last_used_at === null && (
          <div className={rows.facts}>
            It can do everything, even delete leads. Don’t put it in forms: create an intake key for them.
          </div>
        )}
        {key !== null && <div className={rows.code}>{intakeUrl(key)}</div>}
      </div>
      {isOwner && (
        <div className={rows.actions}>
          {key !== null && <CopyButton value={intakeUrl(key)} what={`intake URL of ${name} (…${hint})`} />}
          {expires_at === null && (
            <Button variant="default" size="xs" onClick={onRotate} aria-label={`Rotate ${name} (…${hint})`}>
              Rotate
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name} (…${hint})`}>
            Revoke
          </Button>
        </div>
      )}
    </li>
  );
}

function LastUsed({ at }: { readonly at: string }) {
  return (
    <>
      last used <RelativeTime at={at} />
    </>
  );
}
