// Risk controls correct what the points alone would overstate. They only subtract points, except for the floor, which
// raises a negative score to 0.

import type { Facts } from './facts/read-facts.ts';
import { BOT_CHECK, hasFailedBotCheck } from './form-tools/browser-form.ts';
import { type LedgerEntry, makeEntry, sumOf } from './ledger.ts';
import type { Answers } from './reading/answers.ts';
import { isSale, type OtherAsk } from './reading/questions.ts';
import type { Settings } from './settings.ts';
import type { Excluded } from './vocabulary/vocabulary.ts';
import { ASK_NAMES, isUnsure, lower, namedDoubt, pointsOfDoubt } from './worth/answers.ts';
import { quoteClause } from './worth/quote.ts';

/** What a lead is when it is not a sale. */
export type OtherKind = OtherAsk | 'machine-text';

/** Why a lead is not treated as a sale, with the words that show it. */
export interface Suspicion {
  readonly kind: OtherKind;
  readonly quote: string;
  /** It may be a sale after all. */
  readonly isUnsure?: true;
}

const JUNK: ReadonlySet<OtherKind> = new Set<OtherKind>(['pitch', 'scam', 'fake']);
/** Certainly not worth anyone's time; the other kinds may be relevant to another team. */
export const isJunk = ({ kind, isUnsure: mayBeSale }: Suspicion): boolean =>
  JUNK.has(kind) && mayBeSale !== true;

export const KIND_NAMES: Readonly<Record<OtherKind, string>> = {
  ...(ASK_NAMES as Readonly<Record<OtherAsk, string>>),
  'machine-text': 'Text addressed to a machine',
};

export const isBot = ({ reading: { clauses } }: Facts): boolean => {
  const [first] = clauses; // where splitLead puts the check
  return first?.question === BOT_CHECK && hasFailedBotCheck(first.text);
};

export function findSuspicion(facts: Facts, { ask }: Answers): Suspicion | null {
  const { clauses } = facts.reading;
  if (isBot(facts)) return { kind: 'fake', quote: quoteClause(clauses, 0) };
  if (!isSale(ask.value)) {
    const quote = quoteClause(clauses, ask.clause);
    const mayBeSale = isUnsure(ask) && facts.message.injection === null;
    return { kind: ask.value, quote, ...(mayBeSale ? { isUnsure: true } : null) };
  }
  return facts.message.injection === null ? null : { kind: 'machine-text', quote: facts.message.injection };
}

export function controlRisk(
  before: readonly LedgerEntry[],
  facts: Facts,
  answers: Answers,
  settings: Settings,
): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  let total = sumOf(before);
  const add = (code: string, points: number, text: string): void => {
    if (points === 0) return;
    entries.push(makeEntry('risk', code, points, text));
    total += points;
  };
  // Added even if it subtracts no points, because a low grade needs a reason.
  const capAt = (code: string, limit: number, text: string): void => {
    const points = Math.min(0, limit - total);
    entries.push(makeEntry('risk', code, points, points === 0 ? text : `${text}; at most ${limit} points`));
    total += points;
  };
  const { message, reading, excluded } = facts;
  const doubt = namedDoubt(answers);
  if (doubt !== null)
    add(
      'doubt',
      pointsOfDoubt(answers, settings),
      `Perhaps ${lower(ASK_NAMES[doubt.value])}: ${quoteClause(reading.clauses, doubt.clause)}`,
    );
  if (isBot(facts)) capAt('bot', settings.asks.fake, `Sent by a bot: ${quoteClause(reading.clauses, 0)}`);
  if (excluded !== undefined)
    capAt('excluded', excluded.cap, `${excluded.reason}: ${describeEvidence(excluded, facts)}`);
  if (message.injection !== null)
    capAt('machine-text', settings.machineText, `${KIND_NAMES['machine-text']}: “${message.injection}”`);
  if (total > settings.topFrom)
    add(
      'top',
      -Math.min(MAX_TOP, Math.round((total - settings.topFrom) * TOP_SHARE)),
      `Above ${settings.topFrom}, points count for a little more than half`,
    );
  if (total > MAX_SCORE) add('ceiling', MAX_SCORE - total, 'Maximum score');
  if (total < 0) add('floor', -total, 'Minimum score');
  return entries;
}

function describeEvidence({ evidence }: Excluded, { reading }: Facts): string {
  if ('clause' in evidence) return quoteClause(reading.clauses, evidence.clause);
  return `${evidence.from === 'phone' ? 'phone number' : 'email'} from ${evidence.country}`;
}

/** The share of the points near 100 that doesn't count, so that the best leads can still be ranked, and how many points it
 * can be. A sales rep must not see the strongest reasons of the best leads taken back. */
const TOP_SHARE = 0.43;
const MAX_TOP = 15;
const MAX_SCORE = 100;
