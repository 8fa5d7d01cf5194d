// What the account's outcomes teach, for people who sell: is it live, how right is it, what did it learn, and may it move
// scores? Everything else is under Details.

import type { AccountModel } from '@leadline/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { Details } from './details.tsx';
import { DriftSection } from './drift-section.tsx';
import { ModeSection } from './mode-section.tsx';
import { modelQuery } from './model-calls.ts';
import { ModelSummary } from './model-summary.tsx';

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
  return (
    <>
      <ModelSummary model={model} />
      <DriftSection />
      <ModeSection model={model} />
      <Details model={model} />
    </>
  );
}
