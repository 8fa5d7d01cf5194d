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
  const problem = checkBasics(settings) ?? checkPoints(settings) ?? checkOrder(settings);
  return problem ?? { ok: true, settings };
}

type Refusal = Extract<SettingsRead, { ok: false }>;

function checkBasics({ version, typicalDeal, grades, contradiction }: Settings): Refusal | null {
  if (!/^[\w.-]{1,64}$/.test(version))
    return refuse('version', 'must be 1 to 64 letters, digits, dots or dashes');
  if (!(typicalDeal.amount > 0)) return refuse('typicalDeal.amount', 'must be above zero');
  if (!Object.hasOwn(USD_PER_UNIT, typicalDeal.currency))
    return refuse('typicalDeal.currency', 'is not a currency we know');
  if (!(grades.hot > grades.warm && grades.warm > grades.cool && grades.cool > 0 && grades.hot <= 100)) {
    return refuse('grades', 'must fall from hot to warm to cool, within 1 and 100');
  }
  if (!Number.isInteger(contradiction) || contradiction > 0)
    return refuse('contradiction', 'must be a whole number, zero or below');
  return null;
}

/** Least points by group: a cap, a hold or a percentage below zero has no meaning. */
const LEAST_POINTS = {
  contact: -100,
  budget: -100,
  inquiry: -100,
  source: -100,
  answers: -100,
  caps: 0,
  holds: 0,
  junk: 0,
} as const;

function checkPoints(settings: Settings): Refusal | null {
  for (const [group, least] of Object.entries(LEAST_POINTS)) {
    for (const [name, points] of Object.entries(settings[group as keyof typeof LEAST_POINTS])) {
      if (!Number.isInteger(points) || points < least || points > 100) {
        return refuse(`${group}.${name}`, `must be a whole number from ${least} to 100`);
      }
    }
  }
  return null;
}

/** Best first: none may be worth less than the next, and the last not less than nothing where it says 0. */
const LADDERS: readonly (readonly [group: 'budget' | 'contact', names: readonly string[]])[] = [
  ['budget', ['huge', 'large', 'typical', 'fair', 'small', 'tiny', 'unclear']],
  ['contact', ['businessEmail', 'roleEmail', 'freeEmail', 'unusualDomain', 'disposableEmail']],
  ['contact', ['validPhone', 'localPhone', 'unverifiedPhone', 'invalidPhone']],
];

/** What is promised of every score must hold of every account's: more is never worth less. */
function checkOrder(settings: Settings): Refusal | null {
  for (const [group, names] of LADDERS) {
    const points = settings[group] as Readonly<Record<string, number>>;
    for (const [index, name] of names.entries()) {
      const next = names[index + 1];
      if (next !== undefined && (points[name] as number) < (points[next] as number)) {
        return refuse(`${group}.${name}`, `must not be below ${group}.${next}`);
      }
    }
  }
  const { contact, budget, junk } = settings;
  for (const name of ['unverifiedPhone', 'name', 'agreement', 'freeEmail'] as const) {
    if (contact[name] < 0) return refuse(`contact.${name}`, 'must not be below zero');
  }
  if (budget.tiny < 0) return refuse('budget.tiny', 'must not be below zero');
  // A better address may cost the agreement of the parts, never more.
  if (contact.roleEmail + contact.agreement > contact.businessEmail) {
    return refuse(
      'contact.agreement',
      'must not make a lesser address worth more than contact.businessEmail',
    );
  }
  if (junk.likely > junk.sure) return refuse('junk.likely', 'must not be above junk.sure');
  return null;
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

const refuse = (field: string, problem: string): Refusal => ({
  ok: false,
  field,
  error: `${field} ${problem}`,
});
