// Currencies and time zones to choose from, as the browser knows them.

const CURRENCIES = new Intl.DisplayNames(['en-GB'], { type: 'currency', fallback: 'code' });

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** "EUR: Euro" */
export function nameCurrency(code: string): string {
  const name = CURRENCIES.of(code) ?? code;
  return name === code ? code : `${code}: ${name}`;
}

export function listCurrencies(current: string): Choice[] {
  const codes = new Set([...Intl.supportedValuesOf('currency'), current]);
  return [...codes].map((value) => ({ value, label: nameCurrency(value) }));
}

/** "America/New York (GMT-5)" */
export function nameTimeZone(zone: string): string {
  const name = zone.replaceAll('_', ' ');
  const offset = findOffset(zone);
  return offset === '' || name === offset ? name : `${name} (${offset})`;
}

function findOffset(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' });
    return parts.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return ''; // newer than this browser
  }
}

export function listTimeZones(current: string): Choice[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), browserTimeZone(), current]);
  return [...zones].map((value) => ({ value, label: nameTimeZone(value) }));
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether clocks show the same time now, as in Berlin and Vienna. */
export const hasSameClock = (zone: string, other: string): boolean =>
  zone === other || findOffset(zone) === findOffset(other);
