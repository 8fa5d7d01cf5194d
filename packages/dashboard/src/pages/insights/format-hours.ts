// Formats a length of time: "12 minutes", "5 hours", "3.5 days".

import { formatCountOf } from '../../components/format-number.ts';

export function formatHours(hours: number): string {
  if (hours < 1) return formatCountOf(Math.max(1, Math.round(hours * 60)), 'minute');
  if (hours < 36) return formatCountOf(Number(hours.toFixed(hours < 10 ? 1 : 0)), 'hour');
  const days = hours / 24;
  return formatCountOf(Number(days.toFixed(days < 10 ? 1 : 0)), 'day');
}
