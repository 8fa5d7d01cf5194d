// Validates a stored model. A model changes scores, so nothing is taken on trust: every part is checked, and the version
// must be the hash of the content.

import { MODEL_FORMAT, type Model, type ModelContent } from './model.ts';
import { sha256 } from './sha256.ts';

export type ModelRead =
  | { readonly ok: true; readonly model: Model }
  | { readonly ok: false; readonly field: string; readonly error: string };

type Rejection = Extract<ModelRead, { ok: false }>;

const MAX_FIELDS = 200;
const MAX_CODES = 1_000;
const MAX_TEXT = 2_000;
/** A larger effect can't come from our training: one win in 50,000 leads is a logit of -11. */
const MAX_LOGIT = 15;
/** Far above that of the widest prior. */
const MAX_VARIANCE = 100;

export function readModel(input: unknown): ModelRead {
  const read = readStoredModel(input);
  return !read.ok || read.model.version === versionOf(read.model)
    ? read
    : reject('version', 'does not match the content of the model');
}

/** For a model that was read before it was stored: leaves out the hash, which takes longer than everything else. */
export function readStoredModel(input: unknown): ModelRead {
  if (!isRecord(input)) return reject('model', 'must be a JSON object');
  const problem =
    checkNames(input) ?? checkBase(input) ?? checkFields(input) ?? checkPairs(input) ?? checkNotes(input);
  return problem ?? { ok: true, model: input as unknown as Model };
}

const NAMES = [
  'format',
  'engine_version',
  'settings_version',
  'outcomes',
  'won',
  'from',
  'until',
  'recency',
  'stated',
  'shift',
  'slope',
  'base_variance',
  'variance_scale',
  'fields',
  'pairs',
  'left_out',
  'verdict',
] as const satisfies readonly (keyof ModelContent)[];

/** The hash of the content, independent of the order in which a database returns the names of an object. */
export function versionOf(content: ModelContent): string {
  const parts = NAMES.map((name) => `${name}:${canonical(content[name])}`);
  return `model-${sha256(parts.join('\n')).slice(0, 16)}`;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

type Input = Readonly<Record<string, unknown>>;

function checkNames(input: Input): Rejection | null {
  if (input.format !== MODEL_FORMAT)
    return reject('format', `must be ${MODEL_FORMAT}; train the model again with this version`);
  for (const name of Object.keys(input))
    if (name !== 'version' && !(NAMES as readonly string[]).includes(name))
      return reject(name, 'is not part of a model');
  for (const name of NAMES) if (!Object.hasOwn(input, name)) return reject(name, 'is missing');
  return typeof input.version === 'string' ? null : reject('version', 'must be text');
}

function checkBase(input: Input): Rejection | null {
  for (const name of ['engine_version', 'settings_version'] as const)
    if (!isText(input[name])) return reject(name, 'must be text');
  for (const name of ['from', 'until'] as const)
    if (input[name] !== null && !(isText(input[name]) && !Number.isNaN(Date.parse(input[name]))))
      return reject(name, 'must be a time or null');
  for (const name of ['outcomes', 'won'] as const)
    if (!isCount(input[name])) return reject(name, 'must be a whole number from 0');
  if ((input.won as number) > (input.outcomes as number)) return reject('won', 'must not exceed outcomes');
  for (const name of ['shift', 'slope'] as const)
    if (!isLogit(input[name])) return reject(name, `must be a number from -${MAX_LOGIT} to ${MAX_LOGIT}`);
  const variance = input.base_variance;
  if (!Array.isArray(variance) || variance.length !== 3 || !variance.every(isNumber))
    return reject('base_variance', 'must be three numbers');
  if (!isVariance(variance[0]) || !isVariance(variance[1]))
    return reject('base_variance', `must be from 0 to ${MAX_VARIANCE}`);
  if (!isVariance(input.variance_scale)) return reject('variance_scale', `must be from 0 to ${MAX_VARIANCE}`);
  return checkStated(input.stated) ?? checkRecency(input.recency);
}

function checkStated(stated: unknown): Rejection | null {
  if (!Array.isArray(stated) || stated.length === 0 || stated.length > 100)
    return reject('stated', 'must be a list of scores and logits');
  let previous = Number.NEGATIVE_INFINITY;
  for (const [index, pair] of stated.entries()) {
    if (!Array.isArray(pair) || pair.length !== 2 || !isNumber(pair[0]) || !isLogit(pair[1]))
      return reject(`stated[${index}]`, 'must be a score and a logit');
    if (pair[0] <= previous)
      return reject(`stated[${index}]`, 'must have a higher score than the one before');
    previous = pair[0];
  }
  return null;
}

function checkRecency(recency: unknown): Rejection | null {
  if (recency === null) return null;
  return isRecord(recency) &&
    isCount(recency.window) &&
    isNumber(recency.half_life) &&
    recency.half_life > 0 &&
    Object.keys(recency).length === 2
    ? null
    : reject('recency', 'needs window and half_life');
}

function checkFields({ fields }: Input): Rejection | null {
  if (!Array.isArray(fields) || fields.length > MAX_FIELDS)
    return reject('fields', `must be a list of at most ${MAX_FIELDS} fields`);
  const keys = new Set<unknown>();
  for (const [index, field] of fields.entries()) {
    const at = `fields[${index}]`;
    if (!isRecord(field)) return reject(at, 'must be an object');
    const rejection = checkField(at, field);
    if (rejection !== null) return rejection;
    if (keys.has(field.key)) return reject(`${at}.key`, 'occurs twice');
    keys.add(field.key);
  }
  return null;
}

function checkField(at: string, field: Input): Rejection | null {
  for (const name of ['key', 'name'] as const)
    if (!isText(field[name])) return reject(`${at}.${name}`, 'must be text');
  if (!['trait', 'question', 'meaning'].includes(field.from as string))
    return reject(`${at}.from`, 'must be trait, question or meaning');
  if (!isCount(field.size) || field.size === 0 || field.size > MAX_CODES)
    return reject(`${at}.size`, `must be a whole number from 1 to ${MAX_CODES}`);
  let values: number;
  if (field.kind === 'levels') {
    const { levels } = field;
    if (!Array.isArray(levels) || !levels.every(isText) || new Set(levels).size !== levels.length)
      return reject(`${at}.levels`, 'must be a list of different texts');
    values = levels.length;
  } else if (field.kind === 'bins') {
    const { edges, unit } = field;
    if (unit !== 'number' && unit !== 'days') return reject(`${at}.unit`, 'must be number or days');
    if (
      !Array.isArray(edges) ||
      !edges.every((edge, i) => isNumber(edge) && (i === 0 || edge > edges[i - 1]))
    )
      return reject(`${at}.edges`, 'must be numbers in rising order');
    values = edges.length + 1;
  } else return reject(`${at}.kind`, 'must be levels or bins');
  const specials = [field.missing, field.other].filter((code) => code !== -1);
  const isPlaced = specials.every((code, i) => code === values + i);
  if (!isPlaced || field.size !== values + specials.length)
    return reject(`${at}.size`, 'must count its values, missing and other');
  return checkEffects(`${at}.effects`, field.effects, field.size as number);
}

function checkEffects(at: string, effects: unknown, size: number): Rejection | null {
  if (!Array.isArray(effects) || effects.length !== size)
    return reject(at, `must be a list of ${size} effects`);
  for (const [index, effect] of effects.entries()) {
    const isValid =
      Array.isArray(effect) &&
      effect.length === 4 &&
      isLogit(effect[0]) &&
      isVariance(effect[1]) &&
      isCount(effect[2]) &&
      isCount(effect[3]) &&
      effect[3] <= effect[2];
    if (!isValid)
      return reject(`${at}[${index}]`, 'must be a logit, a variance, a number of leads and of wins');
  }
  return null;
}

function checkPairs({ pairs, fields }: Input): Rejection | null {
  if (!Array.isArray(pairs) || pairs.length > MAX_FIELDS)
    return reject('pairs', `must be a list of at most ${MAX_FIELDS} pairs`);
  const sizes = (fields as readonly { size: number }[]).map(({ size }) => size);
  for (const [index, pair] of pairs.entries()) {
    const at = `pairs[${index}]`;
    if (!isRecord(pair)) return reject(at, 'must be an object');
    const { effects, cells } = pair;
    for (const side of ['first', 'second'] as const) {
      const size = isCount(pair[side]) ? sizes[pair[side]] : undefined;
      if (size === undefined) return reject(`${at}.${side}`, 'must be the index of a field');
      const groups = pair[`${side}_groups`];
      if (!isCodes(groups, MAX_CODES) || groups.length !== size + 1)
        return reject(`${at}.${side}_groups`, 'must have a group for each code');
    }
    if (!Array.isArray(effects) || effects.length > MAX_CODES)
      return reject(`${at}.effects`, 'must be a list of effects');
    if (!isCount(pair.second_count) || !isCodes(cells, effects.length))
      return reject(`${at}.cells`, 'must be indexes of effects');
    const rejection = checkEffects(`${at}.effects`, effects, effects.length);
    if (rejection !== null) return rejection;
  }
  return null;
}

function checkNotes({ left_out: leftOut, verdict }: Input): Rejection | null {
  if (!Array.isArray(leftOut) || leftOut.length > MAX_CODES) return reject('left_out', 'must be a list');
  for (const [index, note] of leftOut.entries())
    if (!isRecord(note) || !isText(note.question) || !isText(note.reason) || !isText(note.detail))
      return reject(`left_out[${index}]`, 'needs question, reason and detail');
  const isVerdict =
    isRecord(verdict) && isText(verdict.decision) && isText(verdict.code) && isText(verdict.text);
  return verdict === null || isVerdict ? null : reject('verdict', 'needs decision, code and text');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isLogit = (value: unknown): value is number => isNumber(value) && Math.abs(value) <= MAX_LOGIT;
const isVariance = (value: unknown): value is number =>
  isNumber(value) && value >= 0 && value <= MAX_VARIANCE;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** Indexes below `limit`, or -1. */
const isCodes = (value: unknown, limit: number): value is number[] =>
  Array.isArray(value) && value.every((code) => Number.isInteger(code) && code >= -1 && code < limit);

const reject = (field: string, problem: string): Rejection => ({
  ok: false,
  field,
  error: `${field} ${problem}`,
});
