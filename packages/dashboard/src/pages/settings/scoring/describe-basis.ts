// Says what settings a backtest tried, unless they are those on the page.

import type { AccountSettings, Backtest, SettingsChanges } from '@leadline/contract';
import { isSame, tidy } from './changes.ts';
import { nameVersion } from './name-version.ts';

type Tried = Pick<Backtest, 'version' | 'changes'>;
interface Known extends Pick<AccountSettings, 'defaults'> {
  readonly live: Pick<AccountSettings['live'], 'version' | 'changes'>;
}

/** Whether it tried the draft, compared with what is live. */
export const isOfDraft = ({ version, changes }: Tried, { live, defaults }: Known, draft: SettingsChanges) =>
  version === live.version && isSame(tidy(changes, defaults), draft);

export function describeBasis(tried: Tried, settings: Known, draft: SettingsChanges): string | null {
  if (isOfDraft(tried, settings, draft)) return null;
  const { live, defaults } = settings;
  const liveChanges = tidy(live.changes, defaults);
  if (tried.version === live.version - 1 && isSame(tidy(tried.changes, defaults), liveChanges)) {
    const changed = `This is what version ${live.version} changed, compared with ${nameVersion(tried.version)}.`;
    return isSame(draft, liveChanges) ? changed : `${changed} Try again to see what the draft does.`;
  }
  return `This result is from other settings than those above, compared with ${nameVersion(tried.version)}. Try again to see what the current ones do.`;
}
