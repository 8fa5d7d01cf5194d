// The draft with its preview, what it does to past leads, and publishing.

import type { AccountSettings, Profile } from '@leadline/contract';
import type { Settings } from '@leadline/engine';
import { LeadlineError } from '@leadline/sdk/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import type { Engine } from '../../lead/use-engine.ts';
import { PublishDialog } from '../versions/publish-dialog.tsx';
import { AdvancedSettings } from './advanced-settings.tsx';
import { BacktestSection } from './backtest-section.tsx';
import { ChangeSummary } from './change-summary.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { isOfDraft } from './describe-basis.ts';
import { DraftBar } from './draft-bar.tsx';
import { explainProblem } from './explain-problem.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { RescoreSection } from './rescore-section.tsx';
import { dealOf, resolveDraft } from './resolve-draft.ts';
import classes from './scoring.module.css';
import { backtestQuery, isMoving, loadSettings, publishDraft, startBacktest } from './settings-calls.ts';
import { SimpleSettings } from './simple-settings.tsx';
import { useDraft } from './use-draft.ts';
import { VersionsSection } from './versions-section.tsx';

interface ScoringEditorProps {
  readonly settings: AccountSettings;
  readonly profile: Profile;
  readonly engine: Engine;
}

type Question = 'publish' | 'discard';

export function ScoringEditor({ settings, profile, engine }: ScoringEditorProps) {
  const draft = useDraft(settings);
  const [open, setOpen] = useState<readonly string[]>(['grades']);
  const [, setSearch] = useSearchParams();
  const [question, setQuestion] = useState<Question | null>(null);
  const backtest = useQuery(backtestQuery).data ?? null;
  const profileDeal = useMemo(() => dealOf(profile), [profile]);
  const read = useMemo(
    () => resolveDraft(engine, draft.changes, profileDeal),
    [engine, draft.changes, profileDeal],
  );
  const live = useLiveSettings(engine, settings);
  const problem = useMemo(
    () => (read.ok ? null : explainProblem(settings.groups, read)),
    [read, settings.groups],
  );

  const save = useMutation({
    mutationFn: draft.save,
    onSuccess: (revision) => {
      if (revision !== null) notifications.show({ message: 'Draft saved. Leads are scored as before.' });
    },
  });
  const tryOut = useMutation({
    mutationFn: async () => {
      const revision = await draft.save();
      if (revision === null) return;
      await startBacktest(revision);
      document.getElementById(RESULTS_ID)?.scrollIntoView({ block: 'start' });
    },
  });
  const publish = useMutation({
    mutationFn: async (note: string) => {
      const revision = await draft.save();
      if (revision === null) return null;
      return publishDraft({ version: settings.live.version, draftRevision: revision, note });
    },
    onSuccess: async (published) => {
      setQuestion(null);
      if (published === null) return;
      draft.adopt(await loadSettings());
      notifications.show({
        message: `Version ${published.version} is live. Re-score open leads if they should follow.`,
      });
    },
    // The notice on the page says who was faster.
    onError: async (error) => {
      if (!isConflict(error)) return;
      setQuestion(null);
      await loadSettings();
    },
  });
  const discard = useMutation({ mutationFn: draft.discard, onSuccess: () => setQuestion(null) });

  function askToDiscard(): void {
    if (draft.isEdited) draft.reset();
    else setQuestion('discard');
  }

  function showProblem(): void {
    if (problem === null) return;
    setOpen([...new Set([...open, ...problem.groups])]);
    if (!problem.groups.every((id) => NOT_ADVANCED.includes(id)))
      setSearch({ advanced: '' }, { replace: true, preventScrollReset: true });
    // Once the group is open.
    window.setTimeout(() => {
      const row = document.querySelector(`[data-setting="${CSS.escape(problem.paths[0] ?? '')}"]`);
      (row?.querySelector<HTMLElement>('input:not([type=hidden])') ?? null)?.focus();
      row?.scrollIntoView({ block: 'center' });
    }, OPENING_MS);
  }

  const isTried = backtest?.status === 'finished' && isOfDraft(backtest, settings, draft.changes);
  const failure = [save, tryOut].find(({ error }) => error !== null && !isConflict(error))?.error ?? null;
  return (
    <>
      {draft.conflict !== null && (
        <ConflictNotice conflict={draft.conflict} settings={settings} draft={draft} />
      )}
      <div className={classes.columns}>
        <div>
          <SimpleSettings
            settings={settings}
            changes={draft.changes}
            profileDeal={profileDeal}
            problem={problem}
            engine={engine}
            onChange={draft.change}
          />
          <AdvancedSettings
            settings={settings}
            changes={draft.changes}
            differences={draft.differences}
            problem={problem}
            engine={engine}
            onChange={draft.change}
            open={open}
            onOpen={setOpen}
          />
        </div>
        <PreviewPanel engine={engine} live={live} draft={read.ok ? read.settings : null} />
      </div>
      <div className={classes.failure}>
        <FormError error={failure} />
      </div>
      <DraftBar
        draft={draft}
        settings={settings}
        problem={problem}
        pending={save.isPending ? 'save' : tryOut.isPending ? 'try' : null}
        isTrying={isMoving(backtest)}
        onSave={() => save.mutate()}
        onTry={() => tryOut.mutate()}
        onPublish={() => {
          publish.reset();
          setQuestion('publish');
        }}
        onDiscard={askToDiscard}
        onShowProblem={showProblem}
      />
      <div id={RESULTS_ID} className={classes.sections}>
        <BacktestSection settings={settings} changes={draft.changes} />
        <RescoreSection liveVersion={settings.live.version} />
        <VersionsSection liveVersion={settings.live.version} />
      </div>
      <UnsavedGuard isChanged={draft.isEdited} what="scoring settings" />
      <PublishDialog
        opened={question === 'publish'}
        onClose={() => setQuestion(null)}
        title={`Publish version ${settings.live.version + 1}?`}
        confirmLabel="Publish"
        onPublish={(note) => publish.mutate(note)}
        isPending={publish.isPending}
        error={isConflict(publish.error) ? null : publish.error}
      >
        <ChangeSummary
          groups={settings.groups}
          differences={draft.differences}
          values={{ before: { ...live }, after: { ...(read.ok ? read.settings : live) } }}
          isTried={isTried}
        />
      </PublishDialog>
      <ConfirmDialog
        opened={question === 'discard'}
        onClose={() => setQuestion(null)}
        title="Discard the draft?"
        confirmLabel="Discard draft"
        onConfirm={() => discard.mutate()}
        isPending={discard.isPending}
        error={discard.error}
      >
        The draft is deleted for all owners. The live settings stay as they are.
      </ConfirmDialog>
    </>
  );
}

const RESULTS_ID = 'past-leads';
const NOT_ADVANCED: readonly string[] = ['typicalDeal', 'exclusions'];
/** The transition of an accordion. */
const OPENING_MS = 250;

const isConflict = (error: unknown): boolean =>
  error instanceof LeadlineError && error.code === 'changed_meanwhile';

/** Like the server, uses the defaults if the engine rejects what an earlier one accepted. */
function useLiveSettings(engine: Engine, { live }: AccountSettings): Settings {
  return useMemo(() => {
    const read = engine.readSettings(live.settings);
    return read.ok ? read.settings : engine.DEFAULT_SETTINGS;
  }, [engine, live.settings]);
}
