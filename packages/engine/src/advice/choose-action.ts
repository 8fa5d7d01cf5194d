// The recommended next action in one line: how soon, by which channel, and what to do about what they asked for.

import type { Facts } from '../facts/read-facts.ts';
import type { Grade } from '../grade.ts';
import type { Answers } from '../reading/answers.ts';
import { isSale, type SaleAsk } from '../reading/questions.ts';
import { KIND_NAMES, type OtherKind, type Suspicion } from '../risk.ts';
import { lower } from '../worth/answers.ts';
import { gradeContact } from '../worth/contact.ts';
import { quoteClause, shorten } from '../worth/quote.ts';
import { type StepName, writeStep } from './steps.ts';

const NOT_A_SALE: Readonly<Record<OtherKind, string>> = {
  reschedule: 'Forward to the person in charge of appointments',
  support: 'Forward to customer support',
  complaint: 'Forward to the person who looks after this customer, today',
  leave: 'Do not contact: no longer looking',
  job: 'Forward to recruiting',
  pitch: 'Do not contact: vendor pitch',
  partner: 'Forward to the person in charge of partnerships',
  press: 'Forward to marketing',
  study: 'No call: reply only if it helps you',
  donation: 'Answer politely; not a sale',
  scam: 'Do not contact: spam or scam',
  fake: 'Discard: not a real lead',
  'machine-text': 'Read it yourself before doing anything: it tries to steer the scoring',
};

type ToDo = readonly [call: string, write: string];

/** What to do about each ask when calling, and when writing. */
const TO_DO: Readonly<Record<SaleAsk, ToDo>> = {
  emergency: ['say when you can help', 'say when you can help, and ask for a phone number'],
  order: ['take the order', 'confirm the order'],
  book: ['agree on a time', 'offer times'],
  demo: ['arrange the demo', 'offer times for a demo'],
  quote: ['clear up what the quote needs', 'send the quote'],
  price: ['tell them the price', 'send the price'],
  call: ['they asked to be called', 'ask for a phone number'],
  availability: ['answer their question', 'answer their question'],
  info: ['answer their question', 'send what they asked for'],
  interest: ['find out what they need', 'ask what they need'],
  none: ['find out what they need', 'ask what they need'],
};

/** An obstacle that is only probable changes the score, but not what to do. */
const SURE_ENOUGH = 0.6;

/** Nobody should be asked what they have said already, or be sent a quote for something unknown. */
function choosePlan({ ask, what, when, happened, way }: Answers, isCallable: boolean): ToDo {
  const asked = isSale(ask.value) ? ask.value : 'none';
  if (asked === 'interest' && when.value === 2 && happened.value === 2) return TO_DO.emergency;
  if ((asked === 'interest' || asked === 'none') && way.value > 0 && way.probability >= SURE_ENOUGH) {
    const later = way.value === 2 ? 'ask when to get back to them' : 'ask what it depends on';
    return [later, later];
  }
  if (asked === 'interest' && what.value === 2) return ['make an offer', 'make an offer'];
  if (asked === 'quote' && what.value === 0)
    return ['ask what the quote is for', 'ask what the quote is for'];
  if (asked === 'call' && isCallable) return [TO_DO.call[0], 'call them, as they asked'];
  return TO_DO[asked];
}

export function chooseAction(
  grade: Grade,
  facts: Facts,
  answers: Answers,
  suspicion: Suspicion | null,
): string {
  if (suspicion !== null && (grade === 'Spam' || grade === 'Cold'))
    return suspicion.isUnsure
      ? `Read it yourself: perhaps ${lower(KIND_NAMES[suspicion.kind])}`
      : NOT_A_SALE[suspicion.kind];
  if (gradeContact(facts) === 'F')
    return grade === 'Cold'
      ? 'Cannot be reached as given; not worth a search'
      : 'Cannot be reached as given: check the address and number for a typo';
  const isCallable = facts.phone !== null && facts.phone.kind !== 'invalid';
  switch (grade) {
    case 'Hot':
      return act(isCallable ? 'callNow' : 'emailNow', facts, answers, isCallable);
    case 'Warm':
      return act(isCallable ? 'callToday' : 'emailToday', facts, answers, isCallable);
    case 'Cool':
      return act('replySoon', facts, answers, isCallable);
    case 'Cold':
      return 'No call now; answer when there is time';
    case 'Spam':
      return 'Do not contact';
  }
}

/** “Call within the hour (they say: “mornings only”): clear up what the quote needs (“200 hoodies”)”. */
function act(step: StepName, { callWindow, reading }: Facts, answers: Answers, isCallable: boolean): string {
  const isCall = step === 'callNow' || step === 'callToday';
  const [call, write] = choosePlan(answers, isCallable);
  const when = callWindow === null ? '' : ` (they say: “${callWindow}”)`;
  const shown = chooseSubject(answers);
  const thing = reading.clauses[shown];
  const quote =
    thing === undefined || isWhen(callWindow, thing.text) ? '' : ` (${quoteClause(reading.clauses, shown)})`;
  return `${writeStep(step)}${when}: ${isCall ? call : write}${quote}`;
}

/** The clause to have in mind: what is broken, the day they propose, their question, or else what they need. */
function chooseSubject({ ask, what, when, happened }: Answers): number {
  switch (ask.value) {
    case 'emergency':
      return happened.clause >= 0 ? happened.clause : ask.clause;
    case 'book':
      return when.clause >= 0 ? when.clause : ask.clause;
    case 'availability':
    case 'info':
      return ask.clause;
    default:
      return what.clause >= 0 ? what.clause : ask.clause;
  }
}

const isWhen = (callWindow: string | null, text: string): boolean => callWindow === shorten(text);
