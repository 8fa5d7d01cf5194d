// Reads and changes the filters in the URL. Typing replaces the history entry; choosing a filter adds one.

import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Filters, readFilters, writeFilters } from './filters.ts';

export type SetFilters = (filters: Filters, options?: { readonly replace?: boolean }) => void;

export function useFilters(): [Filters, SetFilters] {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  return [filters, (next, options) => setParams(writeFilters(next), { replace: options?.replace ?? false })];
}
