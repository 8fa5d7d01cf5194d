// The currency of the account, in which all deal values are. Null until it is loaded.

import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../api/profile-query.ts';

export function useCurrency(): string | null {
  return useQuery(profileQuery).data?.currency ?? null;
}
