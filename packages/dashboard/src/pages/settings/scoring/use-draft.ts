// The draft as it is edited on this page. It is compared with what the server has, because other owners edit the same
// draft: nobody's changes are overwritten without asking, and nobody's are lost.

import type { AccountSettings, SettingsChanges } from '@leadline/contract';
import { LeadlineError } from '@leadline/sdk/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isSame, listDifferences, tidy } from './changes.ts';
import { type Merged, mergeChanges } from './merge-changes.ts';
import { loadSettings, saveDraft, versionQuery } from './settings-calls.ts';

interface Base {
  readonly revision: number;
  readonly liveVersion: number;
  /** What the edits started from. */
  readonly changes: SettingsChanges;
  readonly hasDraft: boolean;
  /** The version that the draft started from. */
  readonly basedOn: number;
}

/** Other changes that have to be combined with those on this page first. */
export interface Conflict {
  /** What somebody else did while this page was open, or after the draft was started. */
  readonly kind: 'saved' | 'discarded' | 'published' | 'published-since-start';
  readonly merged: Merged;
}

export interface Draft {
  readonly changes: SettingsChanges;
  readonly change: (edit: (changes: SettingsChanges) => SettingsChanges) => void;
  readonly isEdited: boolean;
  /** Whether there is one on the server. */
  readonly isSaved: boolean;
  /** What differs from the live version. */
  readonly differences: readonly (readonly string[])[];
  readonly conflict: Conflict | null;
  /** Whether it isn't known yet if there is a conflict. */
  readonly isChecking: boolean;
  readonly combine: () => void;
  readonly takeTheirs: () => void;
  /** Drops edits that are not saved. */
  readonly reset: () => void;
  /** Returns the revision, or null if there is a conflict. */
  readonly save: () => Promise<number | null>;
  readonly discard: () => Promise<void>;
  /** Starts again from what the server has. */
  readonly adopt: (settings: AccountSettings) => void;
}

/** `current` is what was loaded last. */
export function useDraft(current: AccountSettings): Draft {
  const [base, setBase] = useState(() => toBase(current));
  const [changes, setChanges] = useState(base.changes);
  const theirs = toBase(current);
  const live = tidy(current.live.changes, current.defaults);
  const isEdited = !isSame(changes, base.changes);
  const isOutdated = theirs.revision !== base.revision || theirs.liveVersion !== base.liveVersion;
  // Nothing would be lost. A typical deal that changes in the profile is a new version with the same changes.
  if (isOutdated && !isEdited) adopt(current);
  else if (isOutdated && isSame(theirs.changes, base.changes)) setBase(theirs);

  const started = useQuery({
    ...versionQuery(base.basedOn),
    enabled: base.hasDraft && base.basedOn !== current.live.version,
  });
  const isChecking = started.isLoading;
  // If it can't be loaded, both are kept as far as possible.
  const startedFrom = tidy(started.data ?? {}, current.defaults);
  const conflict = findConflict();

  function findConflict(): Conflict | null {
    if (isOutdated && isEdited && !isSame(theirs.changes, base.changes))
      return {
        kind: nameChange(base, theirs),
        merged: mergeChanges(base.changes, changes, theirs.changes),
      };
    if (isChecking || !base.hasDraft || base.basedOn === current.live.version) return null;
    if (!isSame(startedFrom, live))
      return { kind: 'published-since-start', merged: mergeChanges(startedFrom, changes, live) };
    return null;
  }

  function adopt(settings: AccountSettings): void {
    const adopted = toBase(settings);
    setBase(adopted);
    setChanges(adopted.changes);
  }

  function combine(): void {
    if (conflict === null) return;
    setBase(
      conflict.kind === 'published-since-start' ? { ...theirs, basedOn: current.live.version } : theirs,
    );
    setChanges(conflict.merged.changes);
  }

  function takeTheirs(): void {
    if (conflict?.kind === 'published-since-start') {
      setBase({ ...theirs, basedOn: current.live.version });
      setChanges(live);
    } else adopt(current);
  }

  async function save(): Promise<number | null> {
    const fresh = await loadSettings();
    const { revision, changes: theirChanges } = toBase(fresh);
    const isOurs =
      isSame(theirChanges, base.changes) && isSame(tidy(fresh.live.changes, fresh.defaults), live);
    if (!isOurs) return null;
    if (!isEdited && base.hasDraft && fresh.draft.based_on === base.basedOn) return revision;
    return write(revision, changes);
  }

  /** After a conflict, the page shows what the others did. */
  async function write(revision: number, written: SettingsChanges | null): Promise<number | null> {
    try {
      const saved = await saveDraft(revision, written);
      setBase(toBase(saved));
      return saved.draft.revision;
    } catch (error) {
      if (!(error instanceof LeadlineError && error.code === 'changed_meanwhile')) throw error;
      await loadSettings();
      return null;
    }
  }

  return {
    changes,
    change: setChanges,
    isEdited,
    isSaved: base.hasDraft,
    differences: listDifferences(changes, live),
    conflict,
    isChecking,
    combine,
    takeTheirs,
    reset: () => setChanges(base.changes),
    save,
    discard: async () => {
      if (base.hasDraft && (await write(base.revision, null)) === null) return;
      adopt(await loadSettings());
    },
    adopt,
  };
}

function nameChange(base: Base, theirs: Base): Conflict['kind'] {
  if (theirs.liveVersion !== base.liveVersion) return 'published';
  return theirs.hasDraft ? 'saved' : 'discarded';
}

function toBase({ live, draft, defaults }: AccountSettings): Base {
  return {
    revision: draft.revision,
    liveVersion: live.version,
    changes: tidy(draft.changes ?? live.changes, defaults),
    hasDraft: draft.changes !== null,
    basedOn: draft.based_on ?? live.version,
  };
}
