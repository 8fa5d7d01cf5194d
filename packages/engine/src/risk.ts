// Risk controls correct what the points alone would overstate. They only subtract points, except for the floor, which
// raises a negative score to 0.

import { CAPPING_BY_WEIGHT, type CappingConcept, type Concept, isCapping } from './concepts/concepts.ts';
import type { Finding, Reading } from './concepts/read-concepts.ts';
import type { Facts } from './facts/read-facts.ts';
import { BOT_CHECK, hasFailedBotCheck } from './form-tools/browser-form.ts';
import { type LedgerEntry, makeEntry, sumOf } from './ledger.ts';
import type { Settings } from './settings.ts';
import { quoteFinding } from './signals/concepts.ts';
import type { Excluded } from './vocabulary/vocabulary.ts';

/** What a lead is when it is not a sale. */
export type OtherKind = CappingConcept | 'machine-text';

/** Why a lead is not treated as a sale, with the words that show it. */
export interface Suspicion {
  readonly kind: OtherKind;
  readonly quote: string;
}

/** Not worth anyone's time; the other kinds may be relevant to another team. */
const JUNK: ReadonlySet<OtherKind> = new Set<OtherKind>(['pitch', 'scam', 'fake']);
export const isJunk = (kind: OtherKind): boolean => JUNK.has(kind);

export const CAP_NAMES: Readonly<Record<OtherKind, string>> = {
  'no-need': 'No need of their own',
  support: 'Support or admin request, not a sale',
  gone: 'No longer looking',
  donation: 'Asks for a donation or sponsorship',
  pitch: 'Vendor pitch',
  job: 'Looking for a job',
  scam: 'Spam or scam',
  fake: 'Test or nonsense entry',
  'machine-text': 'Text addressed to a machine',
};

/** A bot can send a message that makes sense. */
const nameCap = (kind: CappingConcept, { clauses }: Reading, { finding }: Cap): string =>
  clauses[finding.clause]?.question === BOT_CHECK ? 'Sent by a bot' : CAP_NAMES[kind];

/** Code prefix of an entry whose kind is only likely. */
export const DOUBT_PREFIX = 'doubt-';
export const nameDoubt = (kind: OtherKind): string => `Possibly ${CAP_NAMES[kind].toLowerCase()}`;

const BUYING: readonly Concept[] = ['scope', 'next-step', 'trigger', 'committed', 'urgent'];
const CLEARLY = 2;

/** The concept that caps a lead. It only counts as a doubt if the concept is likely but not certain, or if the lead
 * clearly wants to buy. */
export interface Cap {
  readonly finding: Finding;
  readonly isDoubt: boolean;
}

/** A failed bot check outweighs everything that the form says. */
export function findBot({ clauses }: Reading): Cap | null {
  const [first] = clauses; // where splitLead puts the check
  return first?.question === BOT_CHECK && hasFailedBotCheck(first.text)
    ? { finding: { concept: 'fake', strength: 2, clause: 0 }, isDoubt: false }
    : null;
}

/** An injection dilutes the words around it, so alongside one, even likely junk counts as junk. */
export function findCap(findings: readonly Finding[], hasInjection: boolean): Cap | null {
  const has = (concept: Concept): boolean => findings.some((finding) => finding.concept === concept);
  // "Need 500 covid tests by Friday" is not a test entry, nor is "Please call me. Schneider".
  const isReal = findings.some(({ concept }) => !isCapping(concept));
  const capping = findings.filter(({ concept }) => isCapping(concept) && !(concept === 'fake' && isReal));
  if (capping.length === 0) return null;
  const buys = has('need') && BUYING.filter(has).length >= CLEARLY;
  const sure = capping.filter(({ strength }) => strength === 2 || hasInjection);
  // A likely cap is not enough to override a lead that clearly wants to buy.
  if (buys && sure.length === 0) return null;
  const finding = (sure.length > 0 ? sure : capping).toSorted(
    (a, b) =>
      CAPPING_BY_WEIGHT.indexOf(a.concept as CappingConcept) -
      CAPPING_BY_WEIGHT.indexOf(b.concept as CappingConcept),
  )[0] as Finding;
  return { finding, isDoubt: buys || sure.length === 0 };
}

/** Nothing that a pitch says counts in favour of a sale. */
export const isReadAsInquiry = (cap: Cap | null): boolean => cap === null || cap.isDoubt;

export function controlRisk(
  before: readonly LedgerEntry[],
  facts: Facts,
  cap: Cap | null,
  settings: Settings,
): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  let total = sumOf(before);
  const add = (code: string, points: number, text: string): void => {
    if (points === 0) return;
    entries.push(makeEntry('risk', code, points, text));
    total += points;
  };
  // Added even if it subtracts no points, because a Spam grade needs a reason.
  const capAt = (code: string, limit: number, text: string): void => {
    const cappedAt = softCap(limit, total);
    const points = Math.min(0, cappedAt - total);
    entries.push(makeEntry('risk', code, points, points === 0 ? text : `${text}; capped at ${cappedAt}`));
    total += points;
  };
  const { message, reading } = facts;
  const contradiction = findContradiction(facts);
  if (contradiction !== null) add('contradiction', settings.contradiction, contradiction);
  if (cap !== null) {
    const kind = cap.finding.concept as CappingConcept;
    const quote = quoteFinding(reading, cap.finding.clause);
    if (cap.isDoubt) add(`${DOUBT_PREFIX}${kind}`, settings.doubt, `${nameDoubt(kind)}: ${quote}`);
    else capAt(kind, settings.caps[kind], `${nameCap(kind, reading, cap)}: ${quote}`);
  }
  if (facts.excluded !== undefined)
    capAt(
      'excluded',
      facts.excluded.cap,
      `${facts.excluded.reason}: ${describeEvidence(facts.excluded, reading)}`,
    );
  if (message.injection !== null)
    capAt(
      'machine-text',
      settings.caps['machine-text'],
      `${CAP_NAMES['machine-text']}: “${message.injection}”`,
    );
  if (total > settings.topFrom)
    add(
      'top',
      topOf(total, settings.topFrom) - total,
      `Near the top, points above ${settings.topFrom} count for less`,
    );
  if (total < 0) add('floor', -total, 'Minimum score');
  return entries;
}

function describeEvidence({ evidence }: Excluded, reading: Reading): string {
  if ('clause' in evidence) return quoteFinding(reading, evidence.clause);
  return `${evidence.from === 'phone' ? 'phone number' : 'email'} from ${evidence.country}`;
}

/** Caps a lead that only the AI says is not a sale, within the limit of the AI's influence. */
export function capByAi(
  total: number,
  withoutAi: number,
  finding: Finding,
  { reading }: Facts,
  settings: Settings,
): LedgerEntry | null {
  const kind = finding.concept as CappingConcept;
  const target = Math.max(softCap(settings.caps[kind], total), withoutAi - settings.aiInfluence);
  if (target >= total) return null;
  const text = `AI: ${CAP_NAMES[kind].toLowerCase()}, ${quoteFinding(reading, finding.clause)}`;
  return makeEntry('risk', `ai-${kind}`, target - total, text);
}

/** From half the cap for a lead with no points to the full cap at 100, so that capped leads can still be ranked. */
const softCap = (limit: number, total: number): number =>
  Math.round(limit * (0.5 + 0.5 * (Math.max(0, Math.min(100, total)) / 100)));

const TOP_ROOM = 15;
const TOP_PACE = 25;

/** Above `from`, approaches 100 ever more slowly without reaching it, so that the best leads can still be ranked. */
const topOf = (total: number, from: number): number => {
  const excess = total - from;
  return Math.round(from + ((100 - from) * excess) / (excess + (TOP_PACE * (100 - from)) / TOP_ROOM));
};

/** "When? Immediately" next to "no project yet": they ticked the box just to get through the form. */
function findContradiction({ reading }: Facts): string | null {
  const { clauses, findings } = reading;
  const urgent = findings.find(({ concept }) => concept === 'urgent');
  const doubt = findings.find(({ concept }) => concept === 'not-ready');
  if (urgent === undefined || doubt === undefined) return null;
  const ticked = clauses[urgent.clause];
  const written = clauses[doubt.clause];
  if (ticked?.question === null || written?.question !== null) return null;
  return `Ticked ${quoteFinding(reading, urgent.clause)} but writes ${quoteFinding(reading, doubt.clause)}`;
}
