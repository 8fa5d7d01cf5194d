// The account's time zone and office hours. Until they are loaded, those of the browser on an ordinary working day.

import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../api/profile-query.ts';
import type { Hours } from './snooze-choices.ts';

const ORDINARY: Hours = {
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  office_days: [1, 2, 3, 4, 5],
  opens_at: '09:00',
  closes_at: '17:00',
};

export function useHours(): Hours {
  return useQuery(profileQuery).data ?? ORDINARY;
}
