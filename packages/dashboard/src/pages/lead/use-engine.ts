// The engine, once it has come. Asked for as soon as this page's code runs, beside the lead itself.

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';

export type Engine = typeof import('./engine.ts');

const loadEngine = (): Promise<Engine> => import('./engine.ts');

// A failure is met where the engine is used; there it can be tried again.
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
