// Loads the engine as soon as this page's code runs, in parallel with the lead.

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';

export type Engine = typeof import('./engine.ts');

const loadEngine = (): Promise<Engine> => import('./engine.ts');

// Failures are reported where the engine is used, with a retry button.
loadEngine().catch(() => {});

export function useEngine(): UseQueryResult<Engine> {
  return useQuery({
    queryKey: queryKeys.engine,
    queryFn: loadEngine,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
