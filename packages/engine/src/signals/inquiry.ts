// Inquiry detail: what the message says about wanting to buy, in the lead's own words.

import type { Facts } from '../facts/read-facts.ts';
import { type LedgerEntry, makeEntry, sumOf } from '../ledger.ts';
import type { MessageMeaning } from '../lexicon/message.ts';
import type { Settings } from '../settings.ts';

interface Rule {
  readonly meaning: MessageMeaning;
  readonly weight: keyof Settings['inquiry'];
  readonly code: string;
  readonly text: string;
}

/** In the order a rep would tell it. */
const RULES: readonly Rule[] = [
  { meaning: 'ready', weight: 'ready', code: 'ready', text: 'Ready to buy' },
  { meaning: 'approved', weight: 'approved', code: 'approved', text: 'Money or decision is settled' },
  { meaning: 'broken', weight: 'broken', code: 'broken', text: 'Something failed and must be replaced' },
  { meaning: 'urgent', weight: 'urgent', code: 'urgent', text: 'Wants it at once' },
  { meaning: 'deadline', weight: 'deadline', code: 'deadline', text: 'Names a date' },
  { meaning: 'decides', weight: 'decides', code: 'decides', text: 'Decides' },
  { meaning: 'need', weight: 'need', code: 'need', text: 'States a need' },
  { meaning: 'replace', weight: 'replace', code: 'replace', text: 'Replaces what they have' },
  { meaning: 'comparing', weight: 'comparing', code: 'comparing', text: 'Choosing between offers' },
  { meaning: 'call-me', weight: 'callMe', code: 'call-me', text: 'Asks to be called' },
  { meaning: 'ask-meeting', weight: 'askMeeting', code: 'ask-meeting', text: 'Asks for a meeting' },
  { meaning: 'ask-quote', weight: 'askQuote', code: 'ask-quote', text: 'Asks for an offer' },
  {
    meaning: 'self-described',
    weight: 'selfDescribed',
    code: 'self-described',
    text: 'Tells about themselves',
  },
  { meaning: 'no-project', weight: 'noProject', code: 'no-project', text: 'Nothing to buy at present' },
  { meaning: 'later', weight: 'later', code: 'later', text: 'Not soon' },
  { meaning: 'no-money', weight: 'noMoney', code: 'no-money', text: 'Hopes to pay little or nothing' },
  { meaning: 'study', weight: 'study', code: 'study', text: 'Studies or research' },
  { meaning: 'press', weight: 'press', code: 'press', text: 'Asks as press or competitor' },
];

/** Fewer words are a greeting or an answer. */
const LEAST_WORDS = 3;

const inQuotes = (quotes: readonly string[]): string => `“${quotes.join('”, “')}”`;

export function scoreInquiry({ message }: Facts, settings: Settings): LedgerEntry[] {
  if (message.words === 0 || message.isGibberish) return [];
  const { inquiry, caps } = settings;
  const entries: LedgerEntry[] = [];
  const add = (code: string, points: number, text: string): void => {
    entries.push(makeEntry('inquiry', code, points, text));
  };
  if (message.words >= LEAST_WORDS) add('message', inquiry.message, 'Says what it is about');
  if (message.words >= 30) add('detail-rich', inquiry.richDetail, 'Describes it at length');
  else if (message.words >= 12) add('detail', inquiry.detail, 'Describes it in a few sentences');
  if (message.figures >= 3) add('figures-many', inquiry.manyFigures, 'Gives several figures');
  else if (message.figures > 0 || message.said.has('scope'))
    add('figures', inquiry.figures, 'Gives a figure or a size');
  for (const { meaning, weight, code, text } of RULES) {
    const said = message.said.get(meaning);
    if (said) add(code, inquiry[weight], `${text}: “${said.quote}”`);
  }
  const hedge = message.said.get('hedge');
  if (hedge) {
    const isStrong = hedge.times > 1;
    add('hedge', isStrong ? inquiry.strongHedge : inquiry.hedge, `Undecided: “${hedge.quote}”`);
  }
  const information = message.said.get('information');
  if (information && !message.said.has('ready')) {
    add('information', inquiry.information, `Asks for information: “${information.quote}”`);
  }
  const { gain, loss, gainQuotes, lossQuotes } = message.wording;
  const most = caps.words;
  const gained = Math.min(most, Math.round(gain));
  const lost = Math.max(-most, Math.round(loss));
  const isReadable = message.words >= LEAST_WORDS;
  if (isReadable && gained > 0) add('words-for', gained, `Words that speak for it: ${inQuotes(gainQuotes)}`);
  if (isReadable && lost < 0)
    add('words-against', lost, `Words that speak against it: ${inQuotes(lossQuotes)}`);
  const excess = sumOf(entries) - caps.inquiry;
  if (excess > 0) add('inquiry-cap', -excess, `A message counts for ${caps.inquiry} at most`);
  return entries;
}
