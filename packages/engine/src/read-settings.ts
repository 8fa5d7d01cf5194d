// Checks settings an account wrote. What is promised of every score must hold under every settings, so
// settings that would break a promise ("more is never worth less") are refused.

import { isRecord } from './is-record.ts';
import { USD_PER_UNIT } from './money/currencies.ts';
import { DEFAULT_SETTINGS, type Settings, type WeighedConcept } from './settings.ts';

export type SettingsRead =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly field: string; readonly error: string };

/** Lays what an account changed over the defaults; unknown names and impossible values are refused. */
export function readSettings(input: unknown): SettingsRead {
  if (!isRecord(input)) return refuse('settings', 'must be an object');
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) settings[name] = copy(value);
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
      if (name === 'concepts') {
        const refused = layConcept(known, key, setting);
        if (refused !== null) return refused;
        continue;
      }
      if (typeof setting !== typeof known[key])
        return refuse(`${name}.${key}`, `must be a ${typeof known[key]}`);
      known[key] = setting;
    }
  }
  return check(settings as unknown as Settings);
}

const copy = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copy(part)]))
    : value;

/** A concept has two values; either may be given alone. */
function layConcept(known: Record<string, unknown>, key: string, setting: unknown): Refusal | null {
  if (!isRecord(setting)) return refuse(`concepts.${key}`, 'must be an object with present and strong');
  for (const [part, value] of Object.entries(setting)) {
    if (part !== 'present' && part !== 'strong') return refuse(`concepts.${key}.${part}`, 'is not a setting');
    if (typeof value !== 'number') return refuse(`concepts.${key}.${part}`, 'must be a number');
    (known[key] as Record<string, unknown>)[part] = value;
  }
  return null;
}

function check(settings: Settings): SettingsRead {
  const problem =
    checkBasics(settings) ?? checkPoints(settings) ?? checkConcepts(settings) ?? checkOrder(settings);
  return problem ?? { ok: true, settings };
}

type Refusal = Extract<SettingsRead, { ok: false }>;

function checkBasics(settings: Settings): Refusal | null {
  const { version, typicalDeal, grades } = settings;
  if (!/^[\w.-]{1,64}$/.test(version))
    return refuse('version', 'must be 1 to 64 letters, digits, dots or dashes');
  if (!(typicalDeal.amount > 0)) return refuse('typicalDeal.amount', 'must be above zero');
  if (!Object.hasOwn(USD_PER_UNIT, typicalDeal.currency))
    return refuse('typicalDeal.currency', 'is not a currency we know');
  if (!(grades.hot > grades.warm && grades.warm > grades.cool && grades.cool > 0 && grades.hot <= 100)) {
    return refuse('grades', 'must fall from hot to warm to cool, within 1 and 100');
  }
  for (const name of ['contradiction', 'doubt'] as const) {
    const points = settings[name];
    if (!Number.isInteger(points) || points > 0 || points < -100)
      return refuse(name, 'must be a whole number from -100 to 0');
  }
  for (const name of ['emergency', 'aiInfluence'] as const) {
    const points = settings[name];
    if (!Number.isInteger(points) || points < 0 || points > 100)
      return refuse(name, 'must be a whole number from 0 to 100');
  }
  if (!Number.isInteger(settings.topFrom) || settings.topFrom < 50 || settings.topFrom > 99)
    return refuse('topFrom', 'must be a whole number from 50 to 99');
  return null;
}

/** Lowest points by group: a cap below zero has no meaning. */
const MIN_POINTS = {
  contact: -100,
  budget: -100,
  source: -100,
  companySize: -100,
  caps: 0,
} as const;

/** Concepts that speak against a sale: none of them may add points, and none of the others take any. */
const AGAINST: ReadonlySet<string> = new Set<WeighedConcept>(['not-ready', 'information', 'no-money']);

function checkConcepts({ concepts }: Settings): Refusal | null {
  for (const [name, { present, strong }] of Object.entries(concepts)) {
    const sign = AGAINST.has(name) ? -1 : 1;
    for (const [part, points] of [
      ['present', present],
      ['strong', strong],
    ] as const) {
      if (!Number.isInteger(points) || points * sign < 0 || Math.abs(points) > 100)
        return refuse(
          `concepts.${name}.${part}`,
          `must be a whole number from ${sign < 0 ? '-100 to 0' : '0 to 100'}`,
        );
    }
    if (strong * sign < present * sign)
      return refuse(`concepts.${name}.strong`, `must not weigh less than concepts.${name}.present`);
  }
  return null;
}

function checkPoints(settings: Settings): Refusal | null {
  for (const [group, least] of Object.entries(MIN_POINTS)) {
    for (const [name, points] of Object.entries(settings[group as keyof typeof MIN_POINTS])) {
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
  const { contact, budget } = settings;
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
