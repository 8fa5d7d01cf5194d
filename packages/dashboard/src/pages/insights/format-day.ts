// Formats days in UTC, like the server: "3 Aug", with the year added if it isn't the current one.

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

export function formatDay(moment: string): string {
  const date = new Date(moment);
  const isThisYear = date.getUTCFullYear() === new Date().getUTCFullYear();
  return (isThisYear ? DAY : DAY_AND_YEAR).format(date);
}
