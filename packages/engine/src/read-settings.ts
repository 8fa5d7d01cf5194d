// Validates an account's settings. Guarantees about scores, such as "more is never worth less", must hold for any
// settings, so settings that would break one are rejected.

import { isRecord } from './is-record.ts';
import { USD_PER_UNIT } from './money/currencies.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import {
  checkExclusions,
  checkQuestions,
  checkWords,
  copyExclusions,
  copyWords,
  type VocabularyProblem,
} from './vocabulary/check-vocabulary.ts';

export type SettingsRead =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly field: string; readonly error: string };

/** Merges an account's changes into the defaults; rejects unknown names and impossible values. */
export function readSettings(input: unknown): SettingsRead {
  if (!isRecord(input)) return reject('settings', 'must be an object');
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) settings[name] = copy(value);
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(settings, name)) return reject(name, 'is not a setting');
    const known = settings[name];
    const whole = WHOLE[name];
    if (whole !== undefined) {
      const problem = whole.check(value);
      if (problem !== null) return reject(problem.field, problem.problem);
      settings[name] = whole.copy(value);
      continue;
    }
    if (!isRecord(known)) {
      if (typeof value !== typeof known) return reject(name, `must be a ${typeof known}`);
      settings[name] = value;
      continue;
    }
    if (!isRecord(value)) return reject(name, 'must be an object');
    for (const [key, setting] of Object.entries(value)) {
      if (!Object.hasOwn(known, key)) return reject(`${name}.${key}`, 'is not a setting');
      if (name === 'answers') {
        const rejection = mergeAnswer(known, key, setting);
        if (rejection !== null) return rejection;
        continue;
      }
      if (typeof setting !== typeof known[key])
        return reject(`${name}.${key}`, `must be a ${typeof known[key]}`);
      known[key] = setting;
    }
  }
  return check(settings as unknown as Settings);
}

/** Settings that replace the default as a whole, instead of value by value. */
const WHOLE: Readonly<
  Record<
    string,
    {
      readonly check: (value: unknown) => VocabularyProblem | null;
      readonly copy: (value: unknown) => unknown;
    }
  >
> = {
  closing: { check: checkClosing, copy: (value) => (value as Settings['closing']).map(copyBand) },
  questions: { check: checkQuestions, copy: (value) => Object.fromEntries(Object.entries(value as object)) },
  words: { check: checkWords, copy: copyWords },
  exclusions: { check: checkExclusions, copy: copyExclusions },
};

const copyBand = ({ from, band, low, high }: Settings['closing'][number]) => ({ from, band, low, high });

const copy = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copy(part)]))
    : value;

/** Each question has two values, and either can be set on its own. */
function mergeAnswer(known: Record<string, unknown>, key: string, setting: unknown): Rejection | null {
  if (!isRecord(setting)) return reject(`answers.${key}`, 'must be an object with present and strong');
  for (const [part, value] of Object.entries(setting)) {
    if (part !== 'present' && part !== 'strong') return reject(`answers.${key}.${part}`, 'is not a setting');
    if (typeof value !== 'number') return reject(`answers.${key}.${part}`, 'must be a number');
    (known[key] as Record<string, unknown>)[part] = value;
  }
  return null;
}

function check(settings: Settings): SettingsRead {
  const problem =
    checkBasics(settings) ?? checkPoints(settings) ?? checkAnswers(settings) ?? checkOrder(settings);
  return problem ?? { ok: true, settings };
}

type Rejection = Extract<SettingsRead, { ok: false }>;

const MAX_DEAL = 1e12;

function checkBasics(settings: Settings): Rejection | null {
  const { version, typicalDeal, grades } = settings;
  if (!/^[\w.-]{1,64}$/.test(version))
    return reject('version', 'must be 1 to 64 letters, digits, dots or dashes');
  if (!(typicalDeal.amount > 0 && typicalDeal.amount <= MAX_DEAL))
    return reject('typicalDeal.amount', 'must be above zero and at most 1,000,000,000,000');
  if (!Object.hasOwn(USD_PER_UNIT, typicalDeal.currency))
    return reject('typicalDeal.currency', 'is not a supported currency');
  const isWhole = Object.values(grades).every((from) => Number.isInteger(from));
  if (
    !(
      isWhole &&
      grades.hot > grades.warm &&
      grades.warm > grades.cool &&
      grades.cool > 0 &&
      grades.hot <= 100
    )
  ) {
    return reject('grades', 'must be whole numbers that fall from hot to warm to cool, between 1 and 100');
  }
  if (!isWithin(settings.doubt, -100, 0)) return reject('doubt', 'must be a whole number from -100 to 0');
  for (const name of ['machineText', 'aiInfluence'] as const) {
    if (!isWithin(settings[name], 0, 100)) return reject(name, 'must be a whole number from 0 to 100');
  }
  if (!Number.isInteger(settings.topFrom) || settings.topFrom < 50 || settings.topFrom > 99)
    return reject('topFrom', 'must be a whole number from 50 to 99');
  return null;
}

const isWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** Points of each group. */
const LIMITS = {
  asks: [0, 100],
  contact: [-100, 100],
  budget: [0, 100],
  source: [-100, 100],
} as const;

/** What is in the way can't add points, and the other answers can't subtract any. */
function checkAnswers({ answers }: Settings): Rejection | null {
  for (const [name, { present, strong }] of Object.entries(answers)) {
    const sign = name === 'way' ? -1 : 1;
    for (const [part, points] of [
      ['present', present],
      ['strong', strong],
    ] as const) {
      if (!Number.isInteger(points) || points * sign < 0 || Math.abs(points) > 100)
        return reject(
          `answers.${name}.${part}`,
          `must be a whole number from ${sign < 0 ? '-100 to 0' : '0 to 100'}`,
        );
    }
    if (strong * sign < present * sign)
      return reject(`answers.${name}.strong`, `must not weigh less than answers.${name}.present`);
  }
  return null;
}

function checkPoints(settings: Settings): Rejection | null {
  for (const [group, [min, max]] of Object.entries(LIMITS)) {
    for (const [name, points] of Object.entries(settings[group as keyof typeof LIMITS])) {
      if (!isWithin(points, min, max))
        return reject(`${group}.${name}`, `must be a whole number from ${min} to ${max}`);
    }
  }
  return null;
}

/** Best first; none may be worth less than the next. */
const BUDGETS = ['huge', 'large', 'typical', 'fair', 'small', 'tiny'] as const;

/** Better data must never be worth less, whatever an account sets. */
function checkOrder({ budget, contact }: Settings): Rejection | null {
  for (const [index, name] of BUDGETS.entries()) {
    const next = BUDGETS[index + 1];
    if (next !== undefined && budget[name] < budget[next])
      return reject(`budget.${name}`, `must not be below budget.${next}`);
  }
  if (contact.phone < 0) return reject('contact.phone', 'must not be below zero');
  for (const name of ['disposableEmail', 'unreachable'] as const) {
    if (contact[name] > 0) return reject(`contact.${name}`, 'must not be above zero');
  }
  return contact.unreachable > contact.disposableEmail
    ? reject('contact.unreachable', 'must not be above contact.disposableEmail')
    : null;
}

const MAX_BANDS = 10;
const BAND_NAME = /^[\p{L}\p{N} -]{1,24}$/u;

function checkClosing(value: unknown): VocabularyProblem | null {
  const closing = (problem: string): VocabularyProblem => ({ field: 'closing', problem });
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_BANDS)
    return closing(`must be a list of up to ${MAX_BANDS} bands`);
  let previous = Number.POSITIVE_INFINITY;
  for (const band of value) {
    if (!isRecord(band) || typeof band.band !== 'string' || !BAND_NAME.test(band.band))
      return closing('needs from, band, low and high');
    const { from, low, high } = band;
    if (![from, low, high].every((part) => Number.isInteger(part))) return closing('needs whole numbers');
    if ((from as number) >= previous) return closing('must fall from the highest score to 0');
    if ((low as number) < 0 || (high as number) > 100 || (low as number) > (high as number)) {
      return closing('needs percentages from low to high');
    }
    previous = from as number;
  }
  return previous === 0 ? null : closing('must end with a band from 0');
}

const reject = (field: string, problem: string): Rejection => ({
  ok: false,
  field,
  error: `${field} ${problem}`,
});
