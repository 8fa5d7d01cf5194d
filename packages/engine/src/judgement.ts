// What a message is: an inquiry, or spam, a pitch, an application, a call for help, a no.

import type { Facts } from './facts/read-facts.ts';
import type { MessageFact } from './facts/read-message.ts';
import type { MessageMeaning } from './lexicon/message.ts';
import type { Settings } from './settings.ts';
import { SIGN_WEIGHTS } from './text/word-table.ts';

/** What a message is when it is no inquiry. */
export type JunkKind = 'spam' | 'pitch' | 'gibberish' | 'test' | 'abuse';
export type OtherKind = 'doubtful' | 'job-seeker' | 'support' | 'machine-text' | 'not-interested';

const JUNK_KINDS: ReadonlySet<string> = new Set<JunkKind>(['spam', 'pitch', 'gibberish', 'test', 'abuse']);

export const isJunk = (kind: JunkKind | OtherKind): kind is JunkKind => JUNK_KINDS.has(kind);

export interface Suspicion {
  readonly kind: JunkKind | OtherKind;
  readonly quote: string;
}

/** What the message is taken for, and how likely it is junk of any kind. */
export interface Judgement {
  readonly suspicion: Suspicion | null;
  readonly junkPercent: number;
  /** Whether some of the text is addressed to a machine. */
  readonly isInstructing: boolean;
}

export function judgeMessage(facts: Facts, settings: Settings): Judgement {
  const { message } = facts;
  const isInstructing = message.machineText !== null;
  if (message.words === 0 && !isInstructing) return { suspicion: null, junkPercent: 0, isInstructing };
  const percent = readJunkPercent(facts);
  const suspicion = findSuspicion(message, percent, settings);
  if (suspicion?.kind === 'not-interested') return { suspicion, junkPercent: 0, isInstructing };
  return { suspicion, junkPercent: percent * evidenceShare(message), isInstructing };
}

/** A word or two give nothing away, a short sentence little, unless they name what they are; and words of a language we do
 * not know nothing at all. */
function evidenceShare(message: MessageFact): number {
  const { wording, said, links } = message;
  if (wording.known === 0 && said.size === 0 && links === 0) return 0;
  if (nameJunk(message) !== null || message.words >= 10) return 1;
  return message.words < LEAST_WORDS ? 0 : 0.5;
}

const LEAST_WORDS = 3;

/** "Not interested in a demo, but in 14 licences from Monday" wants something. */
const WANTS: readonly MessageMeaning[] = [
  'ready',
  'need',
  'ask-quote',
  'decides',
  'urgent',
  'deadline',
  'replace',
  'call-me',
];

function findSuspicion(message: MessageFact, percent: number, { junk }: Settings): Suspicion | null {
  const because = (meaning: MessageMeaning): string => message.said.get(meaning)?.quote ?? '';
  if (message.isGibberish) return { kind: 'gibberish', quote: '' };
  if (isTest(message)) return { kind: 'test', quote: because('test') };
  const times = (meaning: MessageMeaning): number => message.said.get(meaning)?.times ?? 0;
  const wantsSomething = WANTS.some((meaning) => message.said.has(meaning)) || times('pitch') > 1;
  if (times('not-interested') > 0 && !wantsSomething)
    return { kind: 'not-interested', quote: because('not-interested') };

  const named = nameJunk(message);
  const isJudgeable = message.words >= LEAST_WORDS || named !== null;
  const quote = named?.quote ?? message.wording.junkQuotes.join('”, “');
  // Text for a machine waters down the words around it: beside it, likely junk is junk enough.
  const isInstructing = message.machineText !== null;
  if (isJudgeable && percent >= (isInstructing ? junk.likely : junk.sure))
    return named ?? { kind: 'spam', quote };
  const isUnlikeBuyer = message.wording.gain + message.wording.loss <= 0;
  if (times('abuse') > 0 && isUnlikeBuyer) return { kind: 'abuse', quote: '' };
  if (isInstructing) return { kind: 'machine-text', quote: message.machineText ?? '' };
  if (isJudgeable && percent >= junk.likely) return { kind: 'doubtful', quote };
  const needsHelp = times('support') >= 2 || (times('support') === 1 && isUnlikeBuyer);
  if (needsHelp && times('ready') === 0) return { kind: 'support', quote: because('support') };
  return null;
}

const JUNK_MEANINGS: readonly (readonly [meaning: MessageMeaning, kind: Suspicion['kind']])[] = [
  ['spam', 'spam'],
  ['pitch', 'pitch'],
  ['job', 'job-seeker'],
];

/** The kind of junk that most of the known phrases speak for. */
function nameJunk({ said }: MessageFact): Suspicion | null {
  let most: (Suspicion & { times: number }) | null = null;
  for (const [meaning, kind] of JUNK_MEANINGS) {
    const found = said.get(meaning);
    if (found && found.times > (most?.times ?? 0)) most = { kind, quote: found.quote, times: found.times };
  }
  return most && { kind: most.kind, quote: most.quote };
}

/** How likely this is junk: by its words and the signs below, each with a learnt weight. */
function readJunkPercent(facts: Facts): number {
  let odds = facts.message.wording.junk;
  const signs = junkSigns(facts);
  for (let i = 0; i < signs.length; i++) odds += (signs[i] as number) * (SIGN_WEIGHTS[i] ?? 0);
  return 100 / (1 + Math.exp(-odds));
}

/** What known phrases say for and against junk, in the order of the table, each with the most times it counts.
 * Contact data is not asked: who mistypes a phone number is no spammer, and better data must never cost points. */
const SIGNS: readonly (readonly [sign: MessageMeaning | 'links', most: number])[] = [
  ['pitch', 3],
  ['pitch-hint', 3],
  ['job', 3],
  ['job-hint', 3],
  ['spam', 3],
  ['spam-hint', 3],
  ['links', 2],
  ['disclaims-pitch', 1],
  ['ready', 2],
  ['approved', 2],
  ['broken', 1],
  ['need', 2],
  ['deadline', 2],
  ['decides', 1],
  ['replace', 1],
  ['hedge', 2],
  ['later', 1],
  ['call-me', 1],
  ['ask-quote', 1],
  ['not-interested', 1],
  ['support', 2],
];
const SIGN_PLACES = new Map(SIGNS.map(([sign], place) => [sign, place]));

export function junkSigns({ message }: Facts): number[] {
  const signs = new Array<number>(SIGNS.length).fill(0);
  const set = (sign: MessageMeaning | 'links', times: number): void => {
    const place = SIGN_PLACES.get(sign);
    if (place !== undefined) signs[place] = Math.min(times, SIGNS[place]?.[1] ?? 0);
  };
  for (const [meaning, { times }] of message.said) set(meaning, times);
  set('links', message.links);
  return signs;
}

/** Test words and hardly anything else: "test test", not "a quote for penetration testing". */
function isTest({ said, words, figures }: MessageFact): boolean {
  const test = said.get('test');
  if (
    test === undefined ||
    said.has('need') ||
    said.has('ask-quote') ||
    said.has('ready') ||
    said.has('deadline')
  )
    return false;
  const isLatin = /^(?:lorem|dolor)/i.test(test.quote);
  return isLatin || (figures <= 1 && words <= 2 * test.times + 1);
}
