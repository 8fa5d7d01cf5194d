// Explains a score to a rep. Every sentence is an entry of the ledger, a sum of entries, or a result of
// scoring again; nothing is phrased that was not computed.

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

const MOST_REASONS = 6;

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
      ...pick(entries, (entry) => entry.points < 0 && !isCap(entry)),
      ...missing(lead, scored.facts),
    ],
    next_steps: isNoInquiry(scored) ? [given.priority_action] : nextSteps(lead, given, scored, answer),
    // Counterfactuals come from scoring again: they hold for a given result only if it still stands.
    what_would_change: isStillTrue
      ? whatWouldChange(lead, scored, answer, options)
      : [rescored(given, scored)],
  };
}

const rescored = (given: GivenScore, { data, version }: Scored): string =>
  `This result was given; engine ${version} scores the lead ${data.score} (${data.grade}) today, so what would change ${given.score} cannot be computed.`;

/** "Business e-mail at acme.com (+8)" → 8 points. */
function asEntry(reason: string): LedgerEntry {
  const points = /\(([+−-])(\d+)\)$/.exec(reason);
  const size = Number(points?.[2] ?? 0);
  return { group: 'inquiry', code: 'given', points: points?.[1] === '+' ? size : -size, text: reason };
}

function pick(entries: readonly LedgerEntry[], isWanted: (entry: LedgerEntry) => boolean): string[] {
  return byWeight(entries.filter(isWanted))
    .slice(0, MOST_REASONS)
    .map(({ text }) => text);
}

const byWeight = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));

/** True of most leads, so no headline of one. */
const COMMONPLACE =
  /^(?:message|detail|detail-rich|figures|figures-many|words-for|words-against|name|most|least)$|^source-/;
const HEADLINE_REASONS = 2;

function headline({ score: total, grade }: GivenScore, entries: readonly LedgerEntry[]): string {
  return `${grade}, ${total} of 100: ${tellWhy(grade, entries) || 'little is known'}`;
}

/** The reasons that tell this lead from others, in one line: what it said itself before what the AI makes of it, words of
 * the table only where nothing has a name. Of a Cold lead that nothing speaks against, the little that speaks for it. */
export function tellWhy(grade: Grade, entries: readonly LedgerEntry[]): string {
  const isLow = grade === 'Spam' || grade === 'Cold';
  const why = tellReasons(entries, isLow ? -1 : 1);
  if (why !== '' || !isLow) return why;
  const little = tellReasons(entries, 1);
  return little === '' ? '' : `Only this speaks for it: ${little}`;
}

function tellReasons(entries: readonly LedgerEntry[], sign: 1 | -1): string {
  const speaking = byWeight(entries.filter(({ points, group }) => points * sign > 0 && group !== 'contact'));
  const named = speaking.filter(({ code }) => !COMMONPLACE.test(code));
  const [read, said] = [named.filter(isOfAi), named.filter((entry) => !isOfAi(entry))];
  const telling = [...said, ...read].slice(0, HEADLINE_REASONS);
  const chosen = telling.length > 0 ? telling : speaking.slice(0, 1);
  return chosen.map(({ text }) => withoutPoints(text)).join('; ');
}

/** That no more can be gained speaks against nobody. */
const isCap = ({ text }: LedgerEntry): boolean => / at most$/.test(withoutPoints(text));

/** By its text: of a given result nothing else is known. */
const isOfAi = ({ text }: LedgerEntry): boolean => text.startsWith('AI reads');

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

function missing(lead: Lead, { budget, answers, message }: Facts): string[] {
  const topics = new Set(answers.map(({ topic }) => topic));
  const gaps = [
    lead.phone === '' && 'No phone number given',
    lead.email === '' && 'No e-mail address given',
    message.words === 0 && 'No message written',
    !budget.stated && 'No budget stated',
    !topics.has('timeline') && message.words === 0 && 'No start date known',
  ];
  return gaps.filter((gap) => gap !== false);
}

function nextSteps(
  lead: Lead,
  { grade, priority_action }: GivenScore,
  { facts }: Scored,
  answer: MissingAnswer | null,
): string[] {
  const steps = [priority_action];
  if (grade === 'Spam') return steps;
  if (answer !== null) steps.push(`Ask for ${answer.ask}: the answer can add up to ${answer.gain} points`);
  const said =
    facts.message.said.get('need') ??
    facts.message.said.get('ask-quote') ??
    facts.message.said.get('ask-meeting');
  const sentence = said && grade !== 'Cold' ? findSentence(lead.message, said.quote) : null;
  if (sentence !== null && sentence !== undefined) steps.push(`Pick up their own words: “${sentence}”`);
  if (facts.budget.stated && facts.budget.confidence !== 'high')
    steps.push('Confirm the budget: its currency is not stated');
  return steps;
}

const LONGEST_QUOTE = 120;

/** The sentence of the message that holds the words, if it is short enough to read out. */
function findSentence(message: string, words: string): string | null {
  const sentence = message
    .split(/(?<=[.!?])\s+|\n/)
    .find((part) => part.includes(words))
    ?.trim();
  return sentence !== undefined && sentence.length <= LONGEST_QUOTE ? sentence : null;
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
        : 'Nothing: this is no inquiry, whatever else it says.',
    ];
  }
  const smallest = findSmallestChange(lead, options);
  const lines =
    smallest === null
      ? [`No four changes together would reach ${target}.`]
      : [
          `${smallest.after.data.grade} (${smallest.after.data.score}) if ${joinWords(smallest.changes.map(({ text }) => text))}.`,
        ];
  if (answer !== null) lines.push(`The missing answer worth most: ${answer.ask} (up to +${answer.gain}).`);
  return lines;
}

function joinWords(words: readonly string[]): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
