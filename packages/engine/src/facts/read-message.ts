// Reads a message once: what its phrases mean, how concrete it is, and whether it is an inquiry at all.

import { MESSAGE_BOOK, type MessageMeaning, NEGATIONS } from '../lexicon/message.ts';
import { findMachineText } from '../machine-text/find-machine-text.ts';
import { isGibberish } from '../text/gibberish.ts';
import { hideOrigins } from '../text/hide-origins.ts';
import { findPhrases } from '../text/phrases.ts';
import { quote, type Tokens, tokenize } from '../text/tokenize.ts';
import { NO_WORDS, type WordReading, weighWords } from '../text/word-table.ts';

/** What a message says by itself, before anything learnt weighs it. */
export interface PlainFact {
  readonly words: number;
  /** Quantities, dates and measures: numbers standing in the text. */
  readonly figures: number;
  readonly links: number;
  readonly isGibberish: boolean;
  /** What was said, each with the lead's own words for it and how often it was said differently. */
  readonly said: ReadonlyMap<MessageMeaning, Said>;
}

export interface MessageFact extends PlainFact {
  /** What is addressed to a machine rather than to us. */
  readonly machineText: string | null;
  readonly wording: WordReading;
}

export interface Said {
  readonly quote: string;
  readonly times: number;
}

const makeNothing = (): MessageFact => ({
  words: 0,
  figures: 0,
  links: 0,
  isGibberish: false,
  machineText: null,
  said: new Map(),
  wording: NO_WORDS,
});

/** `ownDomain` is the sender's: a link to one's own site is no sign of spam. */
export function readMessage(message: string, ownDomain: string): MessageFact {
  if (message === '') return makeNothing();
  const tokens = tokenize(message);
  const counted = hideOrigins(tokens.words);
  const { words, figures, links, isGibberish, said } = readPlain(
    ownDomain === '' ? message : message.replaceAll(ownDomain, ''),
    tokens,
    counted,
  );
  return {
    words,
    figures,
    links,
    isGibberish,
    machineText: findMachineText(message),
    said,
    wording: weighWords(tokens, counted),
  };
}

/** For whoever weighs a message otherwise. */
export function readPlainMessage(message: string): PlainFact {
  const tokens = tokenize(message);
  return readPlain(message, tokens, hideOrigins(tokens.words));
}

function readPlain(linked: string, tokens: Tokens, counted: readonly string[]): PlainFact {
  const said = readMeanings(tokens, counted);
  return {
    words: countWords(tokens),
    figures: countFigures(tokens),
    links: countLinks(linked),
    // A text with a phrase we know is none; looking closer would only cost time.
    isGibberish: said.size === 0 && isGibberish(tokens),
    said,
  };
}

/** Said with a "not" these mean nothing, or the opposite. */
const TURNED_BY_NOT: Partial<Record<MessageMeaning, MessageMeaning | 'nothing'>> = {
  ready: 'no-project',
  approved: 'hedge',
  need: 'nothing',
  urgent: 'nothing',
  'call-me': 'nothing',
  decides: 'nothing',
  hedge: 'nothing',
  later: 'nothing',
  information: 'nothing',
  'no-money': 'nothing',
  pitch: 'nothing',
  job: 'nothing',
};

function readMeanings(tokens: Tokens, counted: readonly string[]): Map<MessageMeaning, Said> {
  const said = new Map<MessageMeaning, { quote: string; times: number; last: number }>();
  for (const { meaning, first, last } of findPhrases(MESSAGE_BOOK, tokens)) {
    if (first !== last && spansSentences(tokens, first, last)) continue;
    // A Quaker meeting house is no meeting.
    if (counted[first] === '' && isLeftOut(counted, first, last)) continue;
    const turned = TURNED_BY_NOT[meaning];
    const isTurned = turned !== undefined && isNegated(tokens, first, last, meaning);
    if (isTurned && turned === 'nothing') continue;
    const meant = isTurned ? (turned as MessageMeaning) : meaning;
    const known = said.get(meant);
    if (known === undefined) said.set(meant, { quote: quote(tokens, first, last), times: 1, last });
    else if (first > known.last) {
      known.times++;
      known.last = last;
    } else if (last > known.last) {
      // A longer phrase over the same words: one thing said, better quoted.
      if (known.times === 1) known.quote = quote(tokens, first, last);
      known.last = last;
    }
  }
  return said;
}

const isLeftOut = (counted: readonly string[], first: number, last: number): boolean =>
  counted.slice(first, last + 1).every((word) => word === '');

/** A negation up to three words before, in the same sentence; Hindi and Portuguese also put it behind. */
function isNegated(tokens: Tokens, first: number, last: number, meaning: MessageMeaning): boolean {
  const { words } = tokens;
  for (let at = first - 1; at >= 0 && at >= first - 3; at--) {
    if (endsSentence(tokens, at)) return false;
    if (NEGATIONS.has(words[at] as string)) return true;
  }
  const next = words[last + 1];
  const isBehind = next === 'nahi' || next === 'nahin' || (next === 'nao' && meaning === 'hedge');
  return isBehind && !endsSentence(tokens, last);
}

/** "We are ready. To buy is another matter" says nothing of being ready to buy. */
function spansSentences(tokens: Tokens, first: number, last: number): boolean {
  for (let at = first; at < last; at++) if (endsSentence(tokens, at)) return true;
  return false;
}

function endsSentence({ raw, starts, ends }: Tokens, at: number): boolean {
  for (let i = ends[at] as number; i < (starts[at + 1] as number); i++) {
    const char = raw[i];
    if (char === '.' || char === '!' || char === '?' || char === ';' || char === '\n') return true;
  }
  return false;
}

/** Words with a letter in them: numbers, smileys and the breaks between texts are none. */
function countWords({ words }: Tokens): number {
  let count = 0;
  for (const word of words) {
    const code = word.charCodeAt(0);
    if (code >= 97 ? code < 0xd800 || code > 0xdfff : false) count++;
  }
  return count;
}

function countFigures(tokens: Tokens): number {
  let figures = 0;
  for (const word of tokens.words) {
    const code = word.charCodeAt(0);
    if (code >= 48 && code <= 57) figures++;
  }
  return figures;
}

const LINK =
  /https?:\/\/(?=[a-z0-9])(?!www\.\W)|www\.(?=[a-z0-9])|\[url|<a\s|(?<![a-z0-9-])[a-z0-9-]{3,63}\.(?:xyz|top|site|bet|click|loan|win|icu|buzz|online|shop|live|club|ru|cn)\b/gi;

/** A message without a sign that every link has is not searched for links: most have none. */
function countLinks(message: string): number {
  const mayHoldLink =
    message.includes('://') || message.includes('[url') || message.includes('<a') || hasInnerDot(message);
  return mayHoldLink ? (message.match(LINK)?.length ?? 0) : 0;
}

/** A dot with a letter right behind it, as in a domain. */
function hasInnerDot(message: string): boolean {
  for (let at = message.indexOf('.'); at >= 0; at = message.indexOf('.', at + 1)) {
    const code = message.charCodeAt(at + 1) | 0x20;
    if (code >= 97 && code <= 122) return true;
  }
  return false;
}
