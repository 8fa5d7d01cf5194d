// The settings that result from changes, as the server resolves them: the typical deal comes from the profile unless the
// changes have their own.

import type { Profile, SettingsChanges } from '@leadline/contract';
import type { SettingsRead } from '@leadline/engine';
import type { Engine } from '../../lead/use-engine.ts';
import { isTree } from './changes.ts';

export interface Deal {
  readonly amount: number;
  readonly currency: string;
}

/** Null if the profile has none. */
export function dealOf({ typical_deal: amount, currency }: Profile): Deal | null {
  return amount === null ? null : { amount, currency };
}

export function resolveDraft(
  engine: Engine,
  changes: SettingsChanges,
  profileDeal: Deal | null,
): SettingsRead {
  const { typicalDeal: ownDeal, version: _, ...rest } = changes;
  const base =
    profileDeal !== null && engine.readSettings({ typicalDeal: profileDeal }).ok ? profileDeal : null;
  const typicalDeal = isTree(ownDeal) ? { ...base, ...ownDeal } : (ownDeal ?? base);
  return engine.readSettings({
    ...rest,
    version: 'draft',
    ...(typicalDeal === null ? {} : { typicalDeal }),
  });
}
