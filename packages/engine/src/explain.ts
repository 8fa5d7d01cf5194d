// Explains a score to a rep. Every sentence is an entry of the ledger, a sum of entries, or a result of
// scoring again; nothing is phrased that was not computed.

import type { Concept } from './concepts/concepts.ts';
import {
  findMissingAnswer,
  findSmallestChange,
  isNoInquiry,
  type MissingAnswer,
  nextGrade,
} from './counterfactual.ts';
import type { Facts } from './facts/read-facts.ts';
import type { Lead } from './lead.ts';
import { type Group, type LedgerEntry, signed, withoutPoints } from './ledger.ts';
import { type Grade, type Scored, type ScoreOptions, score } from './score.ts';
import { quoteFinding } from './signals/concepts.ts';

export interface Explanation {
  readonly headline: string;
  readonly summary: string;
  readonly strengths: readonly string[];
  readonly concerns: readonly string[];
  readonly next_steps: readonly string[];
  readonly what_would_change: readonly string[];
}

/** A result scored earlier, of which only what is needed is read. */
export interface GivenScore {
  readonly score: number;
  readonly grade: Grade;
  readonly reasons: readonly string[];
  readonly priority_action: string;
}

export interface ExplainOptions extends ScoreOptions {
  /** Explain this result instead of scoring the lead anew. */
  readonly given?: GivenScore;
}

const MAX_REASONS = 6;

export function explain(lead: Lead, options: ExplainOptions): Explanation {
  const scored = score(lead, options);
  const given = options.given ?? scored.data;
  const entries = options.given === undefined ? scored.ledger : options.given.reasons.map(asEntry);
  const isStillTrue = given.score === scored.data.score && given.grade === scored.data.grade;
  const answer = findMissingAnswer(lead, options);
  return {
    headline: headline(given, entries),
    summary: summarise(given, entries, scored, options.given !== undefined),
    strengths: pick(entries, ({ points, group }) => points > 0 && group !== 'risk'),
    concerns: [
      ...pick(entries, (entry) => speaksAgainst(entry) && !isScale(entry)),
      ...missing(lead, scored.facts),
    ],
    next_steps: isNoInquiry(scored) ? [given.priority_action] : nextSteps(given, scored, answer),
    // Counterfactuals come from scoring again: they hold for a given result only if it still stands.
    what_would_change: isStillTrue
      ? whatWouldChange(lead, scored, answer, options)
      : [rescored(given, scored)],
  };
}

const rescored = (given: GivenScore, { data, version }: Scored): string =>
  `This result was given; engine ${version} scores the lead ${data.score} (${data.grade}) today, so what would change ${given.score} cannot be computed.`;

/** "Business email at acme.com (+8)" → 8 points. */
function asEntry(reason: string): LedgerEntry {
  const points = /\(([+−-])(\d+)\)$/.exec(reason);
  const size = Number(points?.[2] ?? 0);
  return { group: 'inquiry', code: 'given', points: points?.[1] === '+' ? size : -size, text: reason };
}

function pick(entries: readonly LedgerEntry[], isWanted: (entry: LedgerEntry) => boolean): string[] {
  return byWeight(entries.filter(isWanted))
    .slice(0, MAX_REASONS)
    .map(({ text }) => text);
}

const byWeight = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));

/** True of most leads, so not worth a headline. */
const COMMONPLACE: ReadonlySet<string> = new Set(['name', 'top', 'floor', 'budget-unclear', 'unit-price']);
const isCommonplace = ({ code, group }: LedgerEntry): boolean => group === 'source' || COMMONPLACE.has(code);
const HEADLINE_REASONS = 2;

function headline({ score: total, grade }: GivenScore, entries: readonly LedgerEntry[]): string {
  return `${grade}, ${total} of 100: ${tellWhy(grade, entries) || 'little is known'}`;
}

/** The reasons that set this lead apart, in one line: what it said itself before what the AI makes of it. Of a Cold lead
 * that nothing speaks against, the little that speaks for it. */
export function tellWhy(grade: Grade, entries: readonly LedgerEntry[]): string {
  const isLow = grade === 'Spam' || grade === 'Cold';
  const why = tellReasons(entries, isLow ? -1 : 1);
  if (why !== '' || !isLow) return why;
  const little = tellReasons(entries, 1);
  return little === '' ? '' : `Only strength: ${little}`;
}

function tellReasons(entries: readonly LedgerEntry[], sign: 1 | -1): string {
  const speaking = byWeight(
    entries.filter((entry) =>
      sign < 0 ? speaksAgainst(entry) : entry.points > 0 && entry.group !== 'contact',
    ),
  ).filter(({ group }) => group !== 'contact');
  const named = speaking.filter((entry) => !isCommonplace(entry));
  const [read, said] = [named.filter(isOfAi), named.filter((entry) => !isOfAi(entry))];
  const telling = [...said, ...read].slice(0, HEADLINE_REASONS);
  const chosen = telling.length > 0 ? telling : speaking.slice(0, 1);
  return chosen.map(({ text }) => withoutPoints(text)).join('; ');
}

/** A cap is a reason even where there is nothing left to take. */
const speaksAgainst = ({ points, group, code }: LedgerEntry): boolean =>
  points < 0 || (points === 0 && group === 'risk' && code !== 'floor');

/** That points near the top count for less speaks against nobody. */
const isScale = ({ code }: LedgerEntry): boolean => code === 'top' || code === 'ai-cap';

const isOfAi = ({ code }: LedgerEntry): boolean => code.startsWith('ai-');

const GROUP_NAMES: Readonly<Record<Group, string>> = {
  contact: 'contact data',
  budget: 'budget',
  inquiry: 'the message',
  source: 'the source',
  answers: 'the answers',
  intent: 'AI',
  risk: 'risk controls',
};

function summarise(
  given: GivenScore,
  entries: readonly LedgerEntry[],
  scored: Scored,
  isGiven: boolean,
): string {
  const gained = entries.reduce((sum, { points }) => sum + Math.max(0, points), 0);
  const lost = entries.reduce((sum, { points }) => sum + Math.min(0, points), 0);
  // A result given without its reasons, or with some of them, has points we do not know of.
  const total =
    gained + lost === given.score
      ? `Points of ${signed(gained)}${lost === 0 ? '' : ` and ${signed(lost)}`} make ${given.score} of 100, ${given.grade}.`
      : `${given.score} of 100, ${given.grade}.`;
  if (isGiven) return total;
  const sums = new Map<Group, number>();
  for (const { group, points } of entries) sums.set(group, (sums.get(group) ?? 0) + points);
  const parts = [...sums].map(([group, points]) => `${GROUP_NAMES[group]} ${signed(points)}`);
  const ai = scored.data.ai.influence_applied;
  const without = ai === 0 ? '' : ` Without AI it would be ${scored.score_without_ai}.`;
  return `${total} By part: ${parts.join(', ')}.${without} Contact grade ${scored.data.contact_grade}.`;
}

function missing(lead: Lead, { budget, message, reading }: Facts): string[] {
  const says = (...concepts: readonly Concept[]): boolean =>
    reading.findings.some(({ concept }) => concepts.includes(concept));
  const gaps = [
    lead.phone === '' && 'No phone number given',
    lead.email === '' && 'No email given',
    !message.isWritten && reading.specificAnswers === 0 && 'No message written',
    !budget.stated && 'No budget stated',
    !says('urgent', 'deadline', 'not-ready') && 'No timing mentioned',
  ];
  return gaps.filter((gap) => gap !== false);
}

/** What to pick up in the conversation, most telling first. */
const OPENERS: readonly (readonly [concept: Concept, text: string])[] = [
  ['trigger', 'Start with what happened'],
  ['next-step', 'Offer the step they ask for'],
  ['need', 'Quote them'],
  ['committed', 'Take up their offer'],
];
const MAX_OPENERS = 2;

function nextSteps(
  { grade, priority_action }: GivenScore,
  { facts }: Scored,
  answer: MissingAnswer | null,
): string[] {
  const steps = [priority_action];
  if (grade === 'Spam') return steps;
  const { reading, callWindow, budget } = facts;
  if (grade !== 'Cold') {
    const openers = OPENERS.flatMap(([concept, text]) => {
      const finding = reading.findings.find((found) => found.concept === concept);
      return finding === undefined ? [] : [`${text}: ${quoteFinding(reading, finding.clause)}`];
    });
    steps.push(...openers.slice(0, MAX_OPENERS));
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
  if (target === null || isNoInquiry(scored)) {
    return [
      grade === 'Hot'
        ? 'Nothing more is needed: Hot is the highest grade.'
        : 'Nothing: this is not a sale, whatever else it says.',
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
