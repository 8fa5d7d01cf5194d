// Explains a score to a sales rep. Every sentence comes from a ledger entry, a sum of entries or a rescore; nothing is
// claimed that was not computed.

import {
  findMissingAnswer,
  findSmallestChange,
  isNotASale,
  type MissingAnswer,
  nextGrade,
} from './counterfactual.ts';
import type { Grade } from './grade.ts';
import type { Lead } from './lead.ts';
import { type Group, type LedgerEntry, signed, withoutPoints } from './ledger.ts';
import { OTHER_ASKS, type Question } from './reading/questions.ts';
import { type Scored, type ScoreOptions, score } from './score.ts';
import { quoteClause } from './worth/quote.ts';

export interface Explanation {
  readonly headline: string;
  readonly summary: string;
  readonly strengths: readonly string[];
  readonly concerns: readonly string[];
  readonly next_steps: readonly string[];
  readonly what_would_change: readonly string[];
}

/** A result from an earlier scoring. */
export interface GivenScore {
  readonly score: number;
  readonly grade: Grade;
  readonly reasons: readonly string[];
  readonly priority_action: string;
  /** Used instead of `reasons` if available. */
  readonly ledger?: readonly LedgerEntry[];
}

export interface ExplainOptions extends ScoreOptions {
  /** Explain this result instead of a fresh one. */
  readonly given?: GivenScore;
}

const MAX_REASONS = 6;

export function explain(lead: Lead, options: ExplainOptions): Explanation {
  const scored = score(lead, options);
  const given = options.given ?? scored.data;
  const ledger = options.given === undefined ? scored.ledger : options.given.ledger;
  const reasons = ledger?.map(toReason) ?? given.reasons.map(parseReason);
  const isStillTrue = given.score === scored.data.score && given.grade === scored.data.grade;
  const answer = findMissingAnswer(lead, options);
  return {
    headline: headline(given, reasons),
    summary: describePoints(given, reasons, scored, options.given !== undefined),
    strengths: pick(reasons, (reason) => reason.points > 0 && reason.group !== 'risk' && !isOtherAsk(reason)),
    concerns: [...pick(reasons, (reason) => isConcern(reason) && !isScale(reason)), ...missing(lead, scored)],
    next_steps: isNotASale(scored) ? [given.priority_action] : nextSteps(given, scored, answer),
    // Counterfactuals come from rescoring, so they only apply if the given result still matches.
    what_would_change: isStillTrue
      ? whatWouldChange(lead, scored, answer, options)
      : [rescored(given, scored)],
  };
}

const rescored = (given: GivenScore, { data, version }: Scored): string =>
  `Engine ${version} scores this lead ${data.score} (${data.grade}) today, so what would change the given ${given.score} cannot be computed.`;

/** A ledger entry with its text minus the points, for use in a sentence. */
interface Reason extends LedgerEntry {
  readonly phrase: string;
}

const toReason = (entry: LedgerEntry): Reason => ({ ...entry, phrase: withoutPoints(entry) });

/** These reasons are written by API callers, so the points are parsed from the text: "Business email (+8)" is worth 8.
 * Our own ledger is never read this way. */
function parseReason(text: string): Reason {
  const found = / ?\(([+−-])(\d+)\)$/.exec(text);
  const size = Number(found?.[2] ?? 0);
  return {
    group: 'inquiry',
    code: 'given',
    points: found?.[1] === '+' ? size : -size,
    text,
    phrase: found === null ? text : text.slice(0, found.index),
  };
}

function pick(reasons: readonly Reason[], isWanted: (reason: Reason) => boolean): string[] {
  return byWeight(reasons.filter(isWanted))
    .slice(0, MAX_REASONS)
    .map(({ text }) => text);
}

const byWeight = (reasons: readonly Reason[]): Reason[] =>
  reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));

/** True of most leads, so not worth a headline. */
const COMMONPLACE: ReadonlySet<string> = new Set(['top', 'ceiling', 'floor', 'unit-price']);
const isCommonplace = ({ code, group }: LedgerEntry): boolean => group === 'source' || COMMONPLACE.has(code);
const HEADLINE_REASONS = 2;

function headline({ score: total, grade }: GivenScore, reasons: readonly Reason[]): string {
  return `${grade}, ${total} of 100: ${summarise(grade, reasons) || 'little is known'}`;
}

/** The reasons that set this lead apart, in one line. */
export const summariseReasons = (grade: Grade, ledger: readonly LedgerEntry[]): string =>
  summarise(grade, ledger.map(toReason));

/** A low grade is explained by its concerns or, if there are none, by the few strengths. */
function summarise(grade: Grade, reasons: readonly Reason[]): string {
  const isLow = grade === 'Spam' || grade === 'Cold';
  const summary = joinTopReasons(reasons, isLow ? -1 : 1);
  if (summary !== '' || !isLow) return summary;
  const strengths = joinTopReasons(reasons, 1);
  return strengths === '' ? '' : `Only strength: ${strengths}`;
}

function joinTopReasons(reasons: readonly Reason[], sign: 1 | -1): string {
  const relevant = byWeight(
    reasons.filter((reason) => (sign < 0 ? isConcern(reason) : reason.points > 0 && !isOtherAsk(reason))),
  ).filter(({ group }) => group !== 'contact');
  const distinctive = relevant.filter((reason) => !isCommonplace(reason)).slice(0, HEADLINE_REASONS);
  const chosen = distinctive.length > 0 ? distinctive : relevant.slice(0, 1);
  return chosen.map(({ phrase }) => phrase).join('; ');
}

/** What somebody wants who isn't buying, whatever it is worth. */
const OTHER_CODES: ReadonlySet<string> = new Set(
  OTHER_ASKS.flatMap((ask) => [`ask-${ask}`, `ai-ask-${ask}`]),
);
const isOtherAsk = ({ code }: LedgerEntry): boolean => OTHER_CODES.has(code);

/** A cap is a concern even if there were no points left to take away. */
const isConcern = (entry: LedgerEntry): boolean =>
  entry.points < 0 ||
  isOtherAsk(entry) ||
  (entry.points === 0 && entry.group === 'risk' && entry.code !== 'floor');

/** Limits of the scoring scale itself say nothing about the lead. */
const isScale = ({ code }: LedgerEntry): boolean => isTop(code) || code === 'ai-limit';
const isTop = (code: string): boolean => code === 'top' || code === 'ceiling';

const GROUP_NAMES: Readonly<Record<Group, string>> = {
  contact: 'contact data',
  budget: 'budget',
  inquiry: 'the message',
  source: 'the source',
  answers: 'the answers',
  learned: 'past outcomes',
  intent: 'AI',
  risk: 'risk controls',
};

function describePoints(
  given: GivenScore,
  entries: readonly Reason[],
  scored: Scored,
  isGiven: boolean,
): string {
  const gained = entries.reduce((sum, { points }) => sum + Math.max(0, points), 0);
  const lost = entries.reduce((sum, { points }) => sum + Math.min(0, points), 0);
  // A given result may list only some of its reasons, or none.
  const total =
    gained + lost === given.score
      ? `Points of ${signed(gained)}${lost === 0 ? '' : ` and ${signed(lost)}`} make ${given.score} of 100, ${given.grade}.`
      : `${given.score} of 100, ${given.grade}.`;
  if (isGiven) return total;
  const sums = new Map<Group, number>();
  let scale = 0;
  for (const { group, code, points } of entries) {
    if (isTop(code)) scale += points;
    else sums.set(group, (sums.get(group) ?? 0) + points);
  }
  const parts = [...sums].map(([group, points]) => `${GROUP_NAMES[group]} ${signed(points)}`);
  if (scale !== 0) parts.push(`limit near 100 ${signed(scale)}`);
  const ai = scored.data.ai.influence_applied;
  const without = ai === 0 ? '' : ` Without AI it would be ${scored.score_without_ai}.`;
  return `${total} By part: ${parts.join(', ')}.${without} Contact grade ${scored.data.contact_grade}.`;
}

function missing(lead: Lead, { facts: { budget, reading }, answers }: Scored): string[] {
  const gaps = [
    lead.phone === '' && 'No phone number given',
    lead.email === '' && 'No email given',
    reading.clauses.length === 0 && 'No message written',
    answers.what.value < 2 && 'No details of what they need',
    !budget.stated && 'No budget stated',
    answers.when.value === 0 && answers.way.value === 0 && 'No timing mentioned',
  ];
  return gaps.filter((gap) => gap !== false);
}

/** Conversation openers, best first. */
const OPENERS: readonly (readonly [about: 'ask' | Question, text: string])[] = [
  ['happened', 'Start with what happened'],
  ['ask', 'Offer what they ask for'],
  ['what', 'Mention what they need'],
  ['decided', 'Take up their offer'],
];
const MAX_OPENERS = 2;

function nextSteps(
  { grade, priority_action }: GivenScore,
  { facts, answers }: Scored,
  answer: MissingAnswer | null,
): string[] {
  const steps = [priority_action];
  if (grade === 'Spam') return steps;
  const { reading, callWindow, budget } = facts;
  if (grade !== 'Cold') {
    const openers = new Map<number, string>();
    for (const [about, text] of OPENERS) {
      const { value, clause } = answers[about];
      if (value !== 0 && clause >= 0 && !openers.has(clause))
        openers.set(clause, `${text}: ${quoteClause(reading.clauses, clause)}`);
    }
    steps.push(...[...openers.values()].slice(0, MAX_OPENERS));
    if (callWindow !== null) steps.push(`Call when it suits them: “${callWindow}”`);
  }
  if (answer !== null) steps.push(`Still to find out: ${answer.ask} (up to +${answer.gain})`);
  if (budget.stated && budget.isPerUnit) steps.push('Ask for the quantity: they gave a unit price');
  else if (budget.stated && budget.confidence !== 'high')
    steps.push('Confirm the budget: its currency is not stated');
  return steps;
}

function whatWouldChange(
  lead: Lead,
  scored: Scored,
  answer: MissingAnswer | null,
  options: ScoreOptions,
): string[] {
  const { grade } = scored.data;
  const target = nextGrade(grade);
  if (target === null || isNotASale(scored)) {
    return [
      grade === 'Hot'
        ? 'Hot is the highest grade. Further details could still add points.'
        : 'Nothing: this is not a sale.',
    ];
  }
  const smallest = findSmallestChange(lead, options);
  const lines =
    smallest === null
      ? [`No combination of up to four changes would reach ${target}.`]
      : [
          `${smallest.after.data.grade} (${smallest.after.data.score}) if ${joinWords(smallest.changes.map(({ text }) => text))}.`,
        ];
  if (answer !== null) lines.push(`Most useful missing detail: ${answer.ask} (up to +${answer.gain}).`);
  return lines;
}

function joinWords(words: readonly string[]): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
