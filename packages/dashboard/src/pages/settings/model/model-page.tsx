// What the account's outcomes teach: how right it is, what it learned, and whether it may move scores.

import type { AccountModel } from '@leadline/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useCan } from '../../../session/use-session.ts';
import { OwnersOnly } from '../owners-only.tsx';
import { Accuracy } from './accuracy.tsx';
import { BiasSection } from './bias-section.tsx';
import { isInUse } from './describe-learned.ts';
import { DriftSection } from './drift-section.tsx';
import { LearnedSection } from './learned-section.tsx';
import { LeftOutSection } from './left-out-section.tsx';
import { ModeSection } from './mode-section.tsx';
import { modelQuery } from './model-calls.ts';
import { ModelVersions } from './model-versions.tsx';
import { StatusSection } from './status-section.tsx';

export function ModelPage() {
  const model = useQuery(modelQuery);
  return (
    <>
      <PageHeader
        title="Model"
        description="Learns from your won and lost leads what wins here, and shows how right it has been."
      />
      {model.data !== undefined ? (
        <Loaded model={model.data} />
      ) : model.isLoadingError ? (
        <ErrorState error={model.error} onRetry={() => void model.refetch()} isRetrying={model.isFetching} />
      ) : (
        <SkeletonRows rows={6} height={72} label="Loading the model" />
      )}
    </>
  );
}

function Loaded({ model }: { readonly model: AccountModel }) {
  const isOwner = useCan('owner');
  const { latest, history, version } = model;
  return (
    <>
      {!isOwner && <OwnersOnly what="train the model or change how it is used" />}
      <StatusSection model={model} canChange={isOwner} />
      <DriftSection canChange={isOwner} />
      <ModeSection model={model} canChange={isOwner} />
      {latest !== null && (
        <>
          <Accuracy heldOut={latest.report.held_out} history={history} />
          <LearnedSection learned={latest.report.learned} outcomes={latest} isInUse={isInUse(model)} />
          <LeftOutSection leftOut={latest.report.left_out} />
          <BiasSection report={latest.report} />
        </>
      )}
      <ModelVersions liveVersion={version} canRollBack={isOwner} />
    </>
  );
}
