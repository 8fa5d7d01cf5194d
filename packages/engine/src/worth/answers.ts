// What the answers to a salesperson's questions are worth: one entry for what the lead asks for, and one for each question
// that it answers, with its words as evidence.

import { isBusinessEmail } from '../facts/read-email.ts';
import type { Facts } from '../facts/read-facts.ts';
import { type Group, type LedgerEntry, makeEntry } from '../ledger.ts';
import type { Answer, Answers, Value } from '../reading/answers.ts';
import { type Ask, isSale, QUESTIONS, type Question } from '../reading/questions.ts';
import type { Settings } from '../settings.ts';
import { quoteClause } from './quote.ts';

/** What a sales rep would call each ask. */
export const ASK_NAMES: Readonly<Record<Ask, string>> = {
  emergency: 'Emergency',
  order: 'Wants to buy',
  book: 'Asks for an appointment',
  demo: 'Asks for a demo or trial',
  quote: 'Asks for a quote',
  price: 'Asks for the price',
  call: 'Asks to be contacted',
  availability: 'Asks whether you can do it',
  info: 'Asks for information',
  interest: 'Says what they are interested in',
  none: 'Asks for nothing in particular',
  reschedule: 'About an existing appointment or order',
  support: 'Support or admin request, not a sale',
  complaint: 'Complaint of a customer',
  leave: 'No longer looking',
  job: 'Looking for a job',
  pitch: 'Vendor pitch',
  partner: 'Proposes a partnership',
  press: 'Press, or wants exposure',
  study: 'Study or research, no need of their own',
  donation: 'Asks for a donation or sponsorship',
  scam: 'Spam or scam',
  fake: 'Test or nonsense entry',
};

export const lower = (text: string): string => text[0]?.toLowerCase() + text.slice(1);

const ANSWER_NAMES: Readonly<Record<Question, readonly [present: string, strong: string]>> = {
  what: ['Names what they want', 'Says exactly what they need'],
  when: ['In the coming months', 'Soon, or urgent'],
  who: ['A plausible customer', 'Decides, or acts for a named company'],
  decided: ['Leaning towards buying', 'Decision or money settled'],
  happened: ['Something changed', 'Serious failure or pressure'],
  way: ['Something is in the way', 'Not now, or no money'],
};

export const nameAnswer = (question: Question, value: 1 | 2): string =>
  ANSWER_NAMES[question][value - 1] as string;

/** An answer of which the reader is less sure counts in proportion. */
const SURE = 0.7;
const shareOf = ({ probability }: Answer<unknown>): number => Math.min(1, probability / SURE);

export function pointsOf(question: Question, answer: Answer<Value>, { answers }: Settings): number {
  if (answer.value === 0) return 0;
  const { present, strong } = answers[question];
  const full = answer.value === 2 ? strong : present;
  // An uncertain 2 is at least a 1.
  const least = answer.value === 2 ? present : 0;
  const share = Math.round(full * shareOf(answer));
  return full < 0 ? Math.min(least, share) : Math.max(least, share);
}

/** Below this, a doubt only makes the ask count for less. */
const MIN_NAMED_DOUBT = 0.33;

/** What the lead may be instead of a sale, if that is likely enough to be said. */
export const namedDoubt = ({ ask, doubt }: Answers): Answers['doubt'] =>
  isSale(ask.value) && doubt !== null && doubt.probability >= MIN_NAMED_DOUBT ? doubt : null;

export const pointsOfDoubt = ({ doubt }: Answers, settings: Pick<Settings, 'doubt'>): number =>
  doubt === null ? 0 : Math.round(settings.doubt * Math.min(1, doubt.probability * 2));

/** Below this, what seems to be no sale may well be one, so somebody should read it. */
const MIN_SURE = 0.6;
export const isUnsure = ({ value, probability }: Answers['ask']): boolean =>
  !isSale(value) && probability < MIN_SURE;

function pointsOfAsk(read: Answers, settings: Settings): number {
  const full = settings.asks[read.ask.value];
  if (isUnsure(read.ask)) return Math.max(full, settings.asks.none);
  return isSale(read.ask.value) && namedDoubt(read) === null
    ? Math.max(0, full + pointsOfDoubt(read, settings))
    : full;
}

/** Where the entry of an answer belongs: with the message or with the answers of the form. */
type Place = Extract<Group, 'inquiry' | 'answers'>;

/** What no clause shows alone comes from the message, if there is one. */
function placeOf({ reading: { clauses } }: Facts, clause: number): Place {
  const shown = clauses[clause];
  const isForm =
    shown === undefined
      ? clauses.length > 0 && clauses.every(({ question }) => question !== null)
      : shown.question !== null;
  return isForm ? 'answers' : 'inquiry';
}

type AnswerEntries = Readonly<Record<Place | 'intent', LedgerEntry[]>>;

/** `read` are the answers that count; those that differ from the facts' own were changed by the AI. */
export function scoreAnswers(facts: Facts, read: Answers, settings: Settings): AnswerEntries {
  const entries: AnswerEntries = { inquiry: [], answers: [], intent: [] };
  const add = (code: string, clause: number, points: number, name: string, isByAi: boolean): void => {
    const group = isByAi ? 'intent' : placeOf(facts, clause);
    const quote = clause >= 0 ? quoteClause(facts.reading.clauses, clause) : describeWriter(facts, code);
    const text = `${name}${quote === '' ? '' : `: ${quote}`}${isByAi ? ' (read by AI)' : ''}`;
    entries[group].push(makeEntry(group, isByAi ? `ai-${code}` : code, points, text));
  };
  const own = facts.reading.answers;
  const { ask } = read;
  add(
    `ask-${ask.value}`,
    ask.clause,
    pointsOfAsk(read, settings),
    isUnsure(ask) ? `Perhaps ${lower(ASK_NAMES[ask.value])}` : ASK_NAMES[ask.value],
    own.ask.value !== ask.value,
  );
  if (!isSale(ask.value)) return entries;
  for (const question of QUESTIONS) {
    const answer = read[question];
    if (answer.value === 0) continue;
    add(
      question,
      answer.clause,
      pointsOf(question, answer, settings),
      nameAnswer(question, answer.value),
      own[question].value !== answer.value,
    );
  }
  entries.inquiry.sort(byWeight);
  entries.answers.sort(byWeight);
  entries.intent.sort(byWeight);
  return entries;
}

/** What they ask for comes first. */
const byWeight = (a: LedgerEntry, b: LedgerEntry): number =>
  Number(isAsk(b)) - Number(isAsk(a)) || Math.abs(b.points) - Math.abs(a.points);
const isAsk = ({ code }: LedgerEntry): boolean => code.includes('ask-');

/** Who they are may be shown by the contact data alone. */
const describeWriter = ({ email, jobTitle }: Facts, code: string): string =>
  code !== 'who'
    ? ''
    : [jobTitle, isBusinessEmail(email) ? email?.domain : null].filter((part) => part != null).join(', ');

/** What all answers of a lead are worth together. */
export function worthOf(read: Answers, settings: Settings): number {
  let sum = pointsOfAsk(read, settings);
  if (isSale(read.ask.value))
    for (const question of QUESTIONS) sum += pointsOf(question, read[question], settings);
  return sum;
}
