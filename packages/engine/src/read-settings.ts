// Checks settings an account wrote. What is promised of every score must hold under every settings, so
// settings that would break a promise ("more is never worth less") are refused.

import { isRecord } from './is-record.ts';
import { USD_PER_UNIT } from './money/currencies.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

export type SettingsRead =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly field: string; readonly error: string };

/** Lays what an account changed over the defaults; unknown names and impossible values are refused. */
export function readSettings(input: unknown): SettingsRead {
  if (!isRecord(input)) return refuse('settings', 'must be an object');
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS))
    settings[name] = isRecord(value) ? { ...value } : value;
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(settings, name)) return refuse(name, 'is not a setting');
    const known = settings[name];
    if (name === 'closing') {
      const refused = checkClosing(value);
      if (refused) return refused;
      settings.closing = value;
      continue;
    }
    if (!isRecord(known)) {
      if (typeof value !== typeof known) return refuse(name, `must be a ${typeof known}`);
      settings[name] = value;
      continue;
    }
    if (!isRecord(value)) return refuse(name, 'must be an object');
    for (const [key, setting] of Object.entries(value)) {
      if (!Object.hasOwn(known, key)) return refuse(`${name}.${key}`, 'is not a setting');
      if (typeof setting !== typeof known[key])
        return refuse(`${name}.${key}`, `must be a ${typeof known[key]}`);
      known[key] = setting;
    }
  }
  return check(settings as unknown as Settings);
}

function check(settings: Settings): SettingsRead {
  const { version, typicalDeal, grades, caps, holds, junk } = settings;
  if (!/^[\w.-]{1,64}$/.test(version))
    return refuse('version', 'must be 1 to 64 letters, digits, dots or dashes');
  if (!(typicalDeal.amount > 0)) return refuse('typicalDeal.amount', 'must be above zero');
  if (!Object.hasOwn(USD_PER_UNIT, typicalDeal.currency))
    return refuse('typicalDeal.currency', 'is not a currency we know');
  if (!(grades.hot > grades.warm && grades.warm > grades.cool && grades.cool > 0 && grades.hot <= 100)) {
    return refuse('grades', 'must fall from hot to warm to cool, within 1 and 100');
  }
  for (const group of [
    'contact',
    'budget',
    'inquiry',
    'source',
    'answers',
    'caps',
    'holds',
    'junk',
  ] as const) {
    for (const [name, points] of Object.entries(settings[group])) {
      if (!Number.isInteger(points) || points < -100 || points > 100) {
        return refuse(`${group}.${name}`, 'must be a whole number from -100 to 100');
      }
    }
  }
  for (const [name, limit] of [...Object.entries(caps), ...Object.entries(holds), ...Object.entries(junk)]) {
    if (limit < 0) return refuse(name, 'must not be below zero');
  }
  // What is promised of every score must hold of every account's: more is never worth less.
  const falls = firstFall([
    ['budget', ['huge', 'large', 'typical', 'fair', 'small', 'tiny', 'unclear']],
    ['contact', ['businessEmail', 'roleEmail', 'freeEmail', 'unusualDomain', 'disposableEmail']],
    ['contact', ['validPhone', 'localPhone', 'unverifiedPhone', 'invalidPhone']],
  ]);
  if (falls) return falls;
  if (junk.likely > junk.sure) return refuse('junk.likely', 'must not be above junk.sure');
  // A better address may cost the agreement of the parts, never more.
  if (settings.contact.roleEmail + settings.contact.agreement > settings.contact.businessEmail) {
    return refuse(
      'contact.agreement',
      'must not make a lesser address worth more than contact.businessEmail',
    );
  }
  if (!Number.isInteger(settings.contradiction) || settings.contradiction > 0) {
    return refuse('contradiction', 'must be a whole number, zero or below');
  }
  return { ok: true, settings };

  function firstFall(ladders: [group: 'budget' | 'contact', names: string[]][]): SettingsRead | null {
    for (const [group, names] of ladders) {
      const points = settings[group] as Readonly<Record<string, number>>;
      for (const [index, name] of names.entries()) {
        const next = names[index + 1];
        if (next !== undefined && (points[name] as number) < (points[next] as number)) {
          return refuse(`${group}.${name}`, `must not be below ${group}.${next}`);
        }
      }
    }
    for (const name of ['unverifiedPhone', 'name', 'agreement', 'freeEmail'] as const) {
      if (settings.contact[name] < 0) return refuse(`contact.${name}`, 'must not be below zero');
    }
    if (settings.budget.tiny < 0) return refuse('budget.tiny', 'must not be below zero');
    return null;
  }
}

function checkClosing(value: unknown): SettingsRead | null {
  if (!Array.isArray(value) || value.length === 0) return refuse('closing', 'must be a list of bands');
  let previous = Number.POSITIVE_INFINITY;
  for (const band of value) {
    if (!isRecord(band) || typeof band.band !== 'string')
      return refuse('closing', 'needs from, band, low and high');
    const { from, low, high } = band;
    if (![from, low, high].every((part) => Number.isInteger(part)))
      return refuse('closing', 'needs whole numbers');
    if ((from as number) >= previous) return refuse('closing', 'must fall from the highest score to 0');
    if ((low as number) < 0 || (high as number) > 100 || (low as number) > (high as number)) {
      return refuse('closing', 'needs percentages from low to high');
    }
    previous = from as number;
  }
  return previous === 0 ? null : refuse('closing', 'must end with a band from 0');
}

const refuse = (field: string, problem: string): Extract<SettingsRead, { ok: false }> => ({
  ok: false,
  field,
  error: `${field} ${problem}`,
});
