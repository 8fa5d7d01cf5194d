// The list of keys, with actions.

import type { ApiKey } from '@leadline/contract';
import { SHOWN_EXPIRED_KEY_DAYS } from '@leadline/contract/limits';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expiresSoon, isExpired, keysQuery } from '../../../api/keys-query.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { RelativeTime, useNow } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
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
  const now = useNow();
  const newestFirst = keys.data?.toReversed() ?? [];
  const active = newestFirst.filter((key) => !isExpired(key, now));
  const expired = newestFirst.filter((key) => isExpired(key, now));
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
      actions={create}
    >
      {keys.data === undefined ? (
        keys.isError ? (
          <ErrorState error={keys.error} onRetry={() => void keys.refetch()} isRetrying={keys.isFetching} />
        ) : (
          <SkeletonRows rows={3} height={60} label="Loading keys" />
        )
      ) : keys.data.length === 0 ? (
        <EmptyState icon={IconKey} title="No keys yet" action={create}>
          Create a key to send leads to this account.
        </EmptyState>
      ) : (
        <>
          {active.length > 0 && (
            <ul className={rows.rows} aria-label="Active keys">
              {active.map((key) => (
                <KeyRow
                  key={key.key_id}
                  apiKey={key}
                  onRotate={() => start({ what: 'rotate', key })}
                  onRevoke={() => start({ what: 'revoke', key })}
                />
              ))}
            </ul>
          )}
          {expired.length > 0 && <ExpiredKeys keys={expired} />}
        </>
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

function ExpiredKeys({ keys }: { readonly keys: readonly ApiKey[] }) {
  return (
    <>
      <Text size="sm" mt="lg" mb="xs">
        These keys have expired, and requests with them are rejected. If something still uses one, create a
        new key for it. They are listed for {SHOWN_EXPIRED_KEY_DAYS} days.
      </Text>
      <ul className={rows.rows} aria-label="Expired keys">
        {keys.map(({ key_id, name, scope, hint, expires_at, last_used_at }) => (
          <li key={key_id} className={rows.row}>
            <div className={rows.what}>
              <div className={rows.name}>
                {name}
                <span className={rows.tag} data-kind="warning">
                  Expired <RelativeTime at={expires_at ?? ''} />
                </span>
              </div>
              <div className={rows.facts}>
                <span>
                  {SCOPE_LABELS[scope]} <span className={rows.code}>…{hint}</span>
                </span>
                <span>{last_used_at === null ? 'never used' : <LastUsed at={last_used_at} />}</span>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly onRotate: () => void;
  readonly onRevoke: () => void;
}

function KeyRow({ apiKey, onRotate, onRevoke }: KeyRowProps) {
  const { name, mode, scope, hint, created_at, expires_at, is_replaced, last_used_at, key } = apiKey;
  const now = useNow();
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
            <span
              className={rows.tag}
              data-kind={is_replaced || expiresSoon(apiKey, now) ? 'warning' : undefined}
            >
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
        {scope === 'api' && mode === 'live' && last_used_at === null && (
          <div className={rows.facts}>
            It can do everything, even delete leads. Don’t put it in forms: create an intake key for them.
          </div>
        )}
        {key !== null && <div className={rows.code}>{intakeUrl(key)}</div>}
      </div>
      <div className={rows.actions}>
        {key !== null && <CopyButton value={intakeUrl(key)} what={`intake URL of ${name} (…${hint})`} />}
        {!is_replaced && (
          <Button variant="default" size="xs" onClick={onRotate} aria-label={`Rotate ${name} (…${hint})`}>
            Rotate
          </Button>
        )}
        <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name} (…${hint})`}>
          Revoke
        </Button>
      </div>
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
