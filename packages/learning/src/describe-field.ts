// Says in plain English what a lead answered.

import { formatAmount } from '@leadline/engine';
import type { BinField, PlainField } from './plan-fields.ts';
import { TRAITS, type Trait } from './read-traits.ts';

const TRAIT_BY_KEY: ReadonlyMap<string, Trait> = new Map(TRAITS.map((trait) => [trait.key, trait]));

const MAX_QUOTE = 40;

/** `answer` is what the lead wrote; empty if it wrote nothing. */
export function describeValue(field: PlainField, code: number, answer: string): string {
  if (field.from === 'trait') return describeTrait(field, code, answer);
  const question = labelOf(field);
  if (code === field.missing) return `No answer to “${question}”`;
  const quoted = `“${question}${/[?؟？…]$/.test(question) ? '' : ':'} ${cut(answer)}”`;
  if (code === field.other) return `${quoted}, a rare answer`;
  if (field.kind === 'bins') return `${quoted} (${describeBin(field, code)})`;
  return field.from === 'meaning' ? `${quoted} (${field.levels[code]?.split(': ')[1]})` : quoted;
}

export const labelField = (field: PlainField): string =>
  field.from === 'trait' ? field.name : labelOf(field);

/** A level of a field, without a lead. */
export function labelLevel(field: PlainField, code: number): string {
  if (code === field.missing) return 'Not given';
  if (code === field.other) return 'Rare answers';
  if (field.kind === 'bins') return describeBin(field, code);
  const level = field.levels[code] ?? '';
  if (field.from === 'meaning') return level.split(': ')[1] ?? level;
  if (field.from === 'question' || field.key === 'source') return cut(level);
  return TRAIT_BY_KEY.get(field.key)?.describe(level) ?? level;
}

/** The same for every lead, so it is made once per field. */
const labels = new WeakMap<PlainField, string>();

function labelOf(field: PlainField): string {
  const label = labels.get(field) ?? cut(field.name.replaceAll('_', ' ').replace(/[\s:]+$/, ''));
  labels.set(field, label);
  return label;
}

function describeTrait(field: PlainField, code: number, answer: string): string {
  if (code === field.missing) return `No ${field.name.toLowerCase()}`;
  if (code === field.other)
    return answer === '' ? `${field.name}: rare` : `${field.name} “${cut(answer)}”, a rare one`;
  const level = field.kind === 'levels' ? (field.levels[code] ?? '') : '';
  return field.key === 'source'
    ? `Source “${cut(answer)}”`
    : (TRAIT_BY_KEY.get(field.key)?.describe(level) ?? level);
}

export function describeBin({ edges, unit }: BinField, bin: number): string {
  const from = edges[bin - 1];
  const to = edges[bin];
  const range =
    from === undefined
      ? `below ${describeNumber(to ?? 0)}`
      : to === undefined
        ? `${describeNumber(from)} or more`
        : `${describeNumber(from)} to below ${describeNumber(to)}`;
  return unit === 'days' ? `${range} days ahead` : range;
}

const describeNumber = (value: number): string =>
  Number.isInteger(value) ? formatAmount(value) : String(Number(value.toPrecision(4)));

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_QUOTE ? line : `${line.slice(0, MAX_QUOTE - 1).trimEnd()}…`;
}
