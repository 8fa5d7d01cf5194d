// How leads are scored. Owners change it; others see what is live.

import type { AccountSettings, Profile } from '@leadline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { profileQuery } from '../../../api/profile-query.ts';
import { settingsQuery } from '../../../api/settings-query.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useCan } from '../../../session/use-session.ts';
import { useEngine } from '../../lead/use-engine.ts';
import { OwnersOnly } from '../owners-only.tsx';
import { dealOf } from './resolve-draft.ts';
import classes from './scoring.module.css';
import { ScoringEditor } from './scoring-editor.tsx';
import { SettingGroups } from './setting-groups.tsx';
import { VersionsSection } from './versions-section.tsx';

export function ScoringPage() {
  return (
    <>
      <PageHeader
        title="Scoring"
        description="What leads earn and lose points for. Try a change on your own leads before anyone is affected; you can always roll back."
      />
      <Loaded />
    </>
  );
}

function Loaded() {
  const isOwner = useCan('owner');
  const settings = useQuery(settingsQuery);
  const profile = useQuery(profileQuery);
  const engine = useEngine();
  const failed = [settings, profile, engine].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined)
    return (
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
    );
  if (settings.data === undefined || profile.data === undefined || engine.data === undefined)
    return <SkeletonRows rows={8} height={56} label="Loading settings" />;
  return isOwner ? (
    <ScoringEditor settings={settings.data} profile={profile.data} engine={engine.data} />
  ) : (
    <ReadOnlySettings settings={settings.data} profile={profile.data} />
  );
}

interface ReadOnlySettingsProps {
  readonly settings: AccountSettings;
  readonly profile: Profile;
}

function ReadOnlySettings({ settings, profile }: ReadOnlySettingsProps) {
  const [open, setOpen] = useState<readonly string[]>(['grades']);
  return (
    <>
      <OwnersOnly what="change how leads are scored" />
      <SettingGroups
        settings={settings}
        changes={settings.live.changes}
        differences={[]}
        profileDeal={dealOf(profile)}
        problem={null}
        editor={null}
        open={open}
        onOpen={setOpen}
      />
      <div className={classes.sections}>
        <VersionsSection liveVersion={settings.live.version} canRollBack={false} />
      </div>
    </>
  );
}
