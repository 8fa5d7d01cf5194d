// How leads are scored.

import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../../api/profile-query.ts';
import { settingsQuery } from '../../../api/settings-query.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useEngine } from '../../lead/use-engine.ts';
import { ScoringEditor } from './scoring-editor.tsx';

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
  return <ScoringEditor settings={settings.data} profile={profile.data} engine={engine.data} />;
}
