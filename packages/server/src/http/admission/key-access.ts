// What the scopes of API keys allow. Each route declares in its config what a key needs; a route that declares nothing
// needs full access.

import type { KeyScope } from '@leadline/contract';
import { DomainError } from '../../platform/base/domain-error.ts';

/** `send`: send leads; `read`: read or compute, without changing or storing anything. */
export type KeyAccess = 'send' | 'read' | 'full';

const ALLOWED: Readonly<Record<KeyScope, ReadonlySet<KeyAccess>>> = {
  api: new Set(['send', 'read', 'full']),
  read: new Set(['read']),
  send: new Set(['send']),
  intake: new Set(['send']),
};

/** Whether a route that needs this would admit the key. */
export const canUse = (scope: KeyScope, needed: KeyAccess): boolean => ALLOWED[scope].has(needed);

export function checkKeyAccess(scope: KeyScope, needed: KeyAccess = 'full'): void {
  if (canUse(scope, needed)) return;
  const can = scope === 'read' ? 'read' : 'send leads';
  const wanted =
    needed === 'full' ? 'with full access' : `that can ${needed === 'read' ? 'read' : 'send leads'}`;
  throw new DomainError('scope_required', `this key can only ${can}; use a key ${wanted}`);
}
