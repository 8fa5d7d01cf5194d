// Weighs the signs of a prompt injection in a text. Signs only count together if they are close to each other.

import { CUE_BITS, CUE_BOOK, SMALL_WORDS } from '../lexicon/injection-phrases.ts';
import { NEGATIONS } from '../lexicon/message.ts';
import { findPhrases, type Match } from '../text/phrases.ts';
import { type PlacedTokens, tokenizeWithPlaces } from '../text/tokenize.ts';

/** The total weight at which nearby signs count as an injection. */
export const ENOUGH = 4;
/** The lower threshold for text that had to be decoded or restored before it could be read. */
export const ENOUGH_IN_DISGUISE = 2;

type Kind =
  | 'override'
  | 'unchecked'
  | 'machine'
  | 'verdict'
  | 'top'
  | 'bare'
  | 'give'
  | 'this'
  | 'claim'
  | 'obey'
  | 'play'
  | 'unbound'
  | 'end'
  | 'fresh'
  | 'secret'
  | 'tag'
  | 'form'
  | 'examples'
  | 'pattern';

/** One sign with its weight and position. */
interface Sign {
  readonly kind: Kind;
  readonly weight: number;
  readonly from: number;
  readonly to: number;
  /** Whether its sentence is about wanting to buy something. */
  readonly isShopping: boolean;
}

interface Weighed {
  readonly weight: number;
  /** Number of different kinds of signs. */
  readonly kinds: number;
  readonly quote: string;
}

/** Enough to stop looking for a better quote. */
const PLENTY = 2 * ENOUGH;
/** Maximum distance in characters between signs that count together. */
const REACH = 450;
/** The same kind of sign within this distance counts once. */
const SAME_PLACE = 40;
/** Maximum distance if none of them is a command. */
const REACH_OF_TALK = 200;

export function weigh(text: string): Weighed {
  const read = readCues(text);
  const signs = findSigns(read);
  const isTechnical = countKinds(read, CUE_BITS.developing) >= 2;
  let best: Weighed = { weight: 0, kinds: 0, quote: '' };
  const heaviest = new Map<Kind, Sign>();
  for (let first = 0; first < signs.length; first++) {
    heaviest.clear();
    const reach = (signs[first] as Sign).from + REACH;
    for (let i = first; i < signs.length; i++) {
      const sign = signs[i] as Sign;
      if (sign.from > reach) break;
      if ((heaviest.get(sign.kind)?.weight ?? 0) < sign.weight) heaviest.set(sign.kind, sign);
    }
    let weight = 0;
    let from = text.length;
    let to = 0;
    let isCommanding = false;
    let isAddressed = false;
    let isShopping = false;
    let isStrong = false;
    for (const sign of heaviest.values()) {
      weight += sign.weight;
      from = Math.min(from, sign.from);
      to = Math.max(to, sign.to);
      isCommanding ||= COMMANDING.has(sign.kind) || (sign.kind === 'machine' && sign.weight > 1);
      isAddressed ||= ADDRESSING.has(sign.kind) || (sign.kind === 'machine' && sign.weight > 1);
      isShopping ||= sign.isShopping;
      isStrong ||= sign.weight > 1 || sign.kind === 'machine';
    }
    // A number alone may just be the answer to a question.
    if (!isAddressed) weight -= heaviest.get('bare')?.weight ?? 0;
    // People who buy, sell or build scoring software mention scores and grades, too.
    if (!isCommanding && (isShopping || isTechnical)) weight -= 2;
    const isLoose = !isStrong && weight <= ENOUGH;
    if (isLoose || (!isCommanding && to - from > REACH_OF_TALK)) weight = Math.min(weight, ENOUGH - 1);
    if (weight > best.weight) best = { weight, kinds: heaviest.size, quote: text.slice(from, to) };
    if (weight >= PLENTY) break;
  }
  return best;
}

const COMMANDING: ReadonlySet<Kind> = new Set<Kind>([
  'override',
  'unchecked',
  'obey',
  'unbound',
  'play',
  'end',
  'fresh',
  'secret',
  'tag',
  'examples',
]);

const ADDRESSING: ReadonlySet<Kind> = new Set<Kind>(['play', 'end', 'tag', 'fresh', 'give']);

/** A text with the cues of each word stored as bits. */
interface Read extends PlacedTokens {
  readonly cues: Int32Array;
  /** The number of the sentence each word is in. */
  readonly sentences: Int32Array;
  readonly matches: readonly Match<number>[];
}

function readCues(text: string): Read {
  // This character folds to eighteen letters, so a long run of it would be very slow.
  const tokens = tokenizeWithPlaces(text.replaceAll('\ufdfa', ' '));
  const cues = new Int32Array(tokens.words.length);
  const matches = findPhrases(CUE_BOOK, tokens.known);
  for (const { meaning, first, last } of matches) {
    for (let i = first; i <= last; i++) cues[i] = (cues[i] as number) | meaning;
  }
  const sentences = new Int32Array(tokens.words.length);
  let sentence = 0;
  for (let i = 1; i < sentences.length; i++) {
    if (hasStop(text, tokens.ends[i - 1] as number, tokens.starts[i] as number)) sentence++;
    sentences[i] = sentence;
  }
  return { ...tokens, cues, sentences, matches };
}

function hasStop(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (STOPS.includes(text[i] as string)) return true;
  return false;
}

const STOPS = '.!?\n。！？';

function countKinds({ words, cues }: Read, mask: number): number {
  const found = new Set<string>();
  for (let i = 0; i < words.length; i++)
    if (((cues[i] as number) & mask) !== 0) found.add(words[i] as string);
  return found.size;
}

/** The nearest word that has one of the cues, within so many words before and after `at` in the same sentence. */
function findNear(read: Read, at: number, mask: number, before: number, behind: number): number {
  const { cues, sentences } = read;
  const isFit = (i: number): boolean => ((cues[i] ?? 0) & mask) !== 0 && sentences[i] === sentences[at];
  for (let gap = 1; gap <= before || gap <= behind; gap++) {
    if (gap <= behind && isFit(at + gap)) return at + gap;
    if (gap <= before && isFit(at - gap)) return at - gap;
  }
  return -1;
}

function hasBetween({ cues }: Read, mask: number, from: number, to: number): boolean {
  for (let i = Math.max(0, from); i <= to && i < cues.length; i++)
    if (((cues[i] as number) & mask) !== 0) return true;
  return false;
}

function findSigns(read: Read): Sign[] {
  const { raw, words, starts, ends, cues, sentences } = read;
  const signs: Sign[] = [];
  const latest = new Map<Kind, Sign>();
  const shopping = new Set<number>();
  for (let i = 0; i < words.length; i++)
    if (((cues[i] as number) & CUE_BITS.shopping) !== 0) shopping.add(sentences[i] as number);
  const add = (kind: Kind, weight: number, one: number, other: number): void => {
    if (weight === 0) return;
    const first = Math.min(one, other);
    const from = starts[first] as number;
    const last = latest.get(kind);
    if (last !== undefined && last.weight >= weight && Math.abs(from - last.from) < SAME_PLACE) return;
    const to = ends[Math.max(one, other)] as number;
    const sign = { kind, weight, from, to, isShopping: shopping.has(sentences[first] as number) };
    latest.set(kind, sign);
    signs.push(sign);
  };
  for (const { meaning, first, last } of read.matches) {
    const plain = PLAIN_SIGNS.get(meaning);
    if (plain !== undefined)
      add(plain[0], plain[1] + (isPlayedMachine(read, meaning, last) ? 1 : 0), first, last);
    else if (meaning === CUE_BITS.machine || meaning === CUE_BITS['machine-or-not'])
      add('machine', weighMachine(read, first, last, meaning === CUE_BITS.machine), first, last);
  }
  for (let i = 0; i < words.length; i++) {
    const cue = cues[i] as number;
    if (cue === 0) continue;
    if ((cue & ORDERS) !== 0) addOrders(read, i, add);
    if ((cue & SCORES) !== 0) addVerdict(read, i, add);
    if ((cue & CUE_BITS.give) !== 0) addGive(read, i, add);
    if ((cue & CUE_BITS.judge) !== 0) addJudge(read, i, add);
    if ((cue & THIS) !== 0) {
      const other = findNear(read, i, CUE_BITS.judge | CUE_BITS.hot | CUE_BITS.score | CUE_BITS.give, 7, 7);
      if (other >= 0) add('this', (cue & CUE_BITS['this-lead']) !== 0 ? 2 : 1, i, other);
    }
    if ((cue & BEST) !== 0) addTop(read, i, add);
    if ((cue & CUE_BITS.drop) !== 0 && !isRefused(read, i)) {
      const score = findNear(read, i, CUE_BITS.score, 0, 4);
      if (score >= 0 && !hasBetween(read, CUE_BITS.mine, i, score)) add('unchecked', 2, i, score);
    }
  }
  addMarks(raw, hasBetween(read, CUE_BITS.score, 0, words.length), signs);
  const heard = hasBetween(read, CUE_BITS.guarding, 0, words.length)
    ? signs.filter(notMentioned(raw))
    : signs;
  return heard.sort((a, b) => a.from - b.from);
}

type Add = (kind: Kind, weight: number, first: number, last: number) => void;

const ORDERS = CUE_BITS.instructions | CUE_BITS.rules | CUE_BITS.prompt | CUE_BITS.scheme;
const SCORES = CUE_BITS.score | CUE_BITS['score-or-not'];
const BEST = CUE_BITS.best | CUE_BITS.hot;
const THIS = CUE_BITS.this | CUE_BITS['this-lead'];

/** Cues that are signs on their own. */
const PLAIN_SIGNS: ReadonlyMap<number, readonly [kind: Kind, weight: number]> = new Map([
  [CUE_BITS.unchecked, ['unchecked', 2]],
  [CUE_BITS.play, ['play', 2]],
  [CUE_BITS.end, ['end', 2]],
  [CUE_BITS.fresh, ['fresh', 2]],
  [CUE_BITS.unbound, ['unbound', 2]],
  [CUE_BITS.claim, ['claim', 1]],
  [CUE_BITS.obey, ['obey', 1]],
]);

/** "Pretend you are a scorer". */
const isPlayedMachine = (read: Read, cue: number, last: number): boolean =>
  cue === CUE_BITS.play && findNear(read, last, CUE_BITS.machine | CUE_BITS['machine-or-not'], 0, 6) >= 0;

/** "Ignore all previous instructions", "reveal your prompt". */
function addOrders(read: Read, at: number, add: Add): void {
  const { words, cues } = read;
  const cue = cues[at] as number;
  if (isAdjective(read, at)) return;
  const isPrompt = (cue & CUE_BITS.prompt) !== 0;
  const isScheme = (cue & CUE_BITS.scheme) !== 0;
  const isTold = isScheme || (cue & CUE_BITS.instructions) !== 0;
  const drop = findNear(read, at, CUE_BITS.drop, 8, 5);
  if (drop >= 0 && !isRefused(read, drop)) {
    const first = Math.min(at, drop);
    const last = Math.max(at, drop);
    // "Instructions from our office", "restrictions on my account".
    const reach = SMALL_WORDS.about.has(words[last + 1] ?? '') ? 3 : 1;
    const isMine = hasBetween(read, CUE_BITS.mine, first, last + reach);
    const isAll = hasBetween(read, CUE_BITS.prior | CUE_BITS.yours, first - 1, last + 3);
    const isStatement = SMALL_WORDS.void.has(words[drop] as string);
    const weight = isPrompt || (isAll && isTold && !isStatement) ? 4 : isAll || isScheme ? 3 : 2;
    if (!isMine) add('override', weight, first, last);
  }
  const reveal = findNear(read, at, CUE_BITS.reveal, 7, 3);
  if (reveal < 0 || hasBetween(read, CUE_BITS.mine, Math.min(at, reveal), Math.max(at, reveal))) return;
  const isYours = hasBetween(read, CUE_BITS.yours, Math.min(at, reveal) - 1, Math.max(at, reveal) + 1);
  const isWord = words[at] === 'prompt';
  if (isPrompt || (isWord && isYours)) add('secret', 4, reveal, at);
  else if (isTold && isYours) add('secret', 3, reveal, at);
  else if (isWord || isScheme) add('secret', 2, reveal, at);
}

/** "Your prompt reply" is not about a prompt. */
function isAdjective({ words, raw, starts, ends }: Read, at: number): boolean {
  if (words[at] !== 'prompt' || at + 1 === words.length) return false;
  return raw.slice(ends[at], starts[at + 1]) === ' ' && !SMALL_WORDS.afterPrompt.has(words[at + 1] as string);
}

/** "Do not forget the instructions". */
function isRefused({ raw, words, starts, cues, sentences }: Read, at: number): boolean {
  // A capital letter starts a new sentence, even if the previous one has no full stop.
  if (/\p{Lu}\p{Ll}/u.test(raw.slice(starts[at], (starts[at] as number) + 2))) return false;
  const wordBeside = (i: number): string => {
    const isPart = ((cues[i] ?? 0) & CUE_BITS.drop) !== 0;
    return isPart || sentences[i] !== sentences[at] ? '' : (words[i] as string);
  };
  const before = wordBeside(at - 1);
  const behind = wordBeside(at + 1);
  return (
    NEGATIONS.has(before) || before === 'n' || behind === 'nicht' || behind === 'pas' || behind === 'niet'
  );
}

/** "Score: 100", "grade = Hot", "the highest possible rating". */
function addVerdict(read: Read, at: number, add: Add): void {
  const { raw, cues, starts, ends } = read;
  const isScore = ((cues[at] as number) & CUE_BITS.score) !== 0;
  let other = -1;
  let hasHot = false;
  let hasBest = false;
  for (let i = Math.max(0, at - 5); i <= at + 5 && i < cues.length; i++) {
    if (read.sentences[i] !== read.sentences[at]) continue;
    // One word can be both: "Höchstpunktzahl".
    const cue = cues[i] as number;
    if ((cue & BEST) === 0 || isMeasure(read, i)) continue;
    // "100 hot plates, grade A" does not ask for a grade.
    if (i < at && (at - i > 3 || raw.slice(ends[i], starts[at]).includes(','))) continue;
    if ((cue & CUE_BITS.hot) !== 0) hasHot = true;
    else hasBest = true;
    if (other < 0 || Math.abs(i - at) < Math.abs(other - at)) other = i;
  }
  if (other < 0) return;
  add('verdict', (isScore ? 2 : 1) + (hasHot && hasBest ? 1 : 0), at, other);
  if (other !== at + 1) return;
  const between = raw.slice(ends[at], starts[other]);
  if (/^["'”“\\]+\s*[:=]/.test(between)) add('form', isScore ? 2 : 1, at, other);
  else if (/^\**\s*[:=]/.test(between)) add('form', 1, at, other);
}

/** 100 % and $ 100 are not scores. */
function isMeasure({ raw, starts, ends }: Read, at: number): boolean {
  const code = raw.charCodeAt(starts[at] as number);
  if (code < 48 || code > 57) return false;
  const behind = raw.slice(ends[at], (ends[at] as number) + 2).trimStart();
  const before = raw.slice(Math.max(0, (starts[at] as number) - 2), starts[at]).trimEnd();
  return /^[%€$£₹°]/.test(behind) || /[€$£₹]$/.test(before) || /^[.,]\d/.test(behind);
}

/** "Set it to 100", "return Hot". */
function addGive(read: Read, at: number, add: Add): void {
  // "The best price" is not a score, so only numbers count here.
  let other = findNear(read, at, SCORES | CUE_BITS.hot, 4, 6);
  for (let i = at - 4; i <= at + 6 && other < 0; i++) {
    if (isNumber(read, i) && read.sentences[i] === read.sentences[at] && !isMeasure(read, i)) other = i;
  }
  if (other >= 0) add('give', 1, at, other);
}

/** "Mark this lead as hot", "rate me 100". */
function addJudge(read: Read, at: number, add: Add): void {
  const { cues, words } = read;
  const object = findNear(read, at, THIS, 5, 3);
  const isObject = object >= 0 || SMALL_WORDS.objects.has(words[at + 1] ?? '');
  // "Score" can be a noun or a command; it is a command if it has an object.
  if (((cues[at] as number) & SCORES) !== 0 && !isObject) return;
  const last = object >= 0 ? object : at;
  if (isObject) add('give', 1, at, last);
  const hot = findNear(read, at, CUE_BITS.hot, 5, 6);
  if (hot >= 0) add('verdict', 2, at, hot);
  for (let i = at - 4; i <= at + 6; i++) {
    const isValue = isNumber(read, i) && !isMeasure(read, i) && read.sentences[i] === read.sentences[at];
    if (isValue && (SMALL_WORDS.beforeValue.has(words[i - 1] ?? '') || endsThere(read, i)))
      add('verdict', 2, at, i);
  }
}

/** A number that is a top score. */
function isNumber({ raw, cues, starts }: Read, at: number): boolean {
  if (((cues[at] ?? 0) & CUE_BITS.best) === 0) return false;
  const code = raw.charCodeAt(starts[at] as number);
  return code >= 48 && code <= 57;
}

/** Whether the statement ends after this word, unlike in "100 chairs". */
const endsThere = ({ raw, ends }: Read, at: number): boolean =>
  /^\s*(?:$|[\n.,;!)\]}"'”»*])/.test(raw.slice(ends[at], (ends[at] as number) + 2));

/** "Hot, 100", or a number without a unit at the end of a statement. */
function addTop(read: Read, at: number, add: Add): void {
  const { raw, cues, starts, ends } = read;
  const isHot = ((cues[at] as number) & CUE_BITS.hot) !== 0;
  const code = raw.charCodeAt(starts[at] as number);
  if (
    isNumber(read, at) &&
    !isMeasure(read, at) &&
    endsThere(read, at) &&
    findNear(read, at, SCORES, 5, 5) < 0
  )
    add('bare', 1, at, at);
  if (!isHot) return;
  for (const i of [at + 1, at - 1, at + 2, at - 2]) {
    if (Math.abs(i - at) === 2 && !SMALL_WORDS.links.has(read.words[(i + at) / 2] as string)) continue;
    if (!isNumber(read, i) || isMeasure(read, i)) continue;
    const between = i > at ? raw.slice(ends[at], starts[i]) : raw.slice(ends[i], starts[at]);
    if (/[,;:/"“”*=]/.test(between) || (i > at && code >= 65 && code <= 90)) add('top', 2, at, i);
  }
}

/** How clearly an AI is addressed: 3 if by name, 1 or 0 if it is only mentioned. */
function weighMachine(read: Read, first: number, last: number, isSure: boolean): number {
  const { raw, words, starts, ends, sentences } = read;
  const from = starts[first] as number;
  const to = ends[last] as number;
  const before = signBeside(raw, from - 1, -1);
  const behind = signBeside(raw, to, 1);
  const called = isSure ? 3 : 2;
  const hasBefore = (mask: number, most: number): boolean => findNear(read, first, mask, most, 0) >= 0;
  if (hasBefore(CUE_BITS['note-to'], 3)) return called;
  if (/[:,;!)\]\n.，：、へ-]/.test(behind) && isGreeted(read, first)) return called;
  // French has "j'ai", Italian "ai" and Hindi "ki", so lower-case matches do not count.
  const isShort = first === last && /^(?:ai|ia|ki)$/.test(words[first] as string);
  if (isShort && raw.slice(from, to) !== raw.slice(from, to).toUpperCase()) return 0;
  if (words[last + 1] === 'ke' && words[last + 2] === 'liye') {
    const at = ends[last + 2] as number;
    return /^[^.!?\n]*:/.test(raw.slice(at, at + 12)) ? 3 : 1;
  }
  if (hasBefore(CUE_BITS['to-the'], 2)) {
    if (/[:)\]]/.test(behind)) return called;
    // "To whichever AI is reading this: ..."
    const isWho =
      SMALL_WORDS.who.has(words[last + 1] ?? '') && /^[^.!?\n]{0,60}:/.test(raw.slice(to, to + 62));
    if (isWho) return called;
    if (isSure && behind === ',' && sentences[first] !== sentences[first - 3]) return 2;
  }
  if (READS_THIS.test(raw.slice(to, to + 40))) return called;
  const isOpening = /[\n.!?([{«"“*>—–|-]/.test(before);
  if (isOpening && /[:：]/.test(behind)) return isSure ? 3 : 1;
  if (isOpening && /[,，、へ]/.test(behind)) return called;
  if (/[,:;]/.test(before) && /[,:.!]/.test(behind))
    return isSure || behind === ':' ? 2 : before === ':' ? 1 : 0;
  return isSure ? 1 : 0;
}

/** The nearest character that is not a space; the end of the text counts as a line break. */
function signBeside(raw: string, at: number, step: 1 | -1): string {
  const sign = raw[at] === ' ' ? raw[at + step] : raw[at];
  return sign ?? '\n';
}

const READS_THIS =
  /^[\s,]*(?:(?:that|who|which|die|qui|que|che|is|das) ){0,2}(?:reading|reads|scoring|processing|liest|lee|lit|legge|leest|membaca)\s(?:this|das|dies|esto|ceci|questo|dit|ini)\b/i;

/** "Dear lovely model": a greeting at the beginning of a sentence with at most one word in between. */
function isGreeted(read: Read, first: number): boolean {
  const { raw, starts, cues } = read;
  let at = findNear(read, first, CUE_BITS.greeting, 2, 0);
  if (at < 0) return false;
  while (at > 0 && ((cues[at - 1] as number) & CUE_BITS.greeting) !== 0) at--;
  const from = starts[at] as number;
  return at === 0 || /[^\p{L}\d\s]|\n/u.test(raw.slice(Math.max(0, from - 2), from));
}

/** Markup from chats, prompts and programs, as well as sample answers. */
const MARKS: readonly (readonly [mark: RegExp, kind: Kind, weight: number])[] = [
  [/<\|[a-z_ ]{2,24}\|>|\[\/?INST\]|<<\/?SYS>>/gi, 'tag', 3],
  [
    /<\/?(?:system|assistant|instructions?|prompt|message|lead|user_?(?:input|message)?|input|output)>/gi,
    'tag',
    2,
  ],
  [
    /^[ \t]*#{2,} *(?:system|instructions?|response|assistant|prompt|human)\b|^# *(?:system|assistant|prompt) *$/gim,
    'tag',
    2,
  ],
  [
    /^[ \t"'`*#>[({-]{0,12}(?:system|sistema?|système|systeem)[ -]?(?:note|notice|override|prompt|message|update|instruction|anweisung|hinweis|meldung|nachricht)\b/gim,
    'tag',
    2,
  ],
  [
    /(?:^|\n|[.!?] )[ \t"'`*#>[({-]{0,12}(?:system|assistant|developer|sistema|instructions?)[\])}*]{0,3} ?:/gi,
    'tag',
    1,
  ],
  [/\b(?:AI|LLM|bot|model)[ -](?:instruction|note|directive|override|command)s? ?[:\]]/gi, 'tag', 3],
  [/"role" ?: ?"(?:system|assistant|user)"/gi, 'tag', 2],
  [/```(?:system|prompt)/gi, 'tag', 2],
  [/[[(]assistant ?:/gi, 'tag', 2],
  [/\[(?:system|sistema|système|systeem|instruct[a-z]*)\b[^\]\n]{0,40}\]/gi, 'tag', 2],
];
const EXAMPLE =
  /(["”“»’]?)[ \t]{0,3}(?:→|->|=>|=|:)[ \t]{0,3}["*]{0,2}(?:[\p{L}]{1,14}[ \t:,]{1,3}){0,2}["*]{0,2}(?:hot|100|9[5-9])(?:[ ,/]{1,3}(?:hot|100))?["*]{0,2}[ \t]{0,3}(?=$|[.,;!?)\]\n→=-])/giu;

/** What every mark and every example contains: a cheap check first, because most messages contain none of it. */
const MAY_HAVE_MARKS = /[<[\]#:`]|s[iy]st/i;
const MAY_HAVE_EXAMPLES = /[→>=:]/;

function addMarks(raw: string, isAboutScores: boolean, signs: Sign[]): void {
  if (MAY_HAVE_MARKS.test(raw)) addMarkup(raw, signs);
  if (MAY_HAVE_EXAMPLES.test(raw)) addExamples(raw, isAboutScores, signs);
}

function addMarkup(raw: string, signs: Sign[]): void {
  for (const [mark, kind, weight] of MARKS) {
    for (const { 0: text, index } of raw.matchAll(mark))
      signs.push({
        kind,
        weight,
        from: index + text.length - text.trimStart().length,
        to: index + text.length,
        isShopping: false,
      });
  }
}

function addExamples(raw: string, isAboutScores: boolean, signs: Sign[]): void {
  const examples = [...raw.matchAll(EXAMPLE)];
  if (examples.length < 2) return;
  const quoted = examples.filter(([text, closing]) => closing !== '' && !text.includes(':')).length;
  const hot = examples.filter(([text]) => /hot/i.test(text)).length;
  for (const { 0: text, index } of examples)
    signs.push({
      kind: 'examples',
      weight: quoted >= 2 || hot >= 2 ? 3 : 2,
      from: index,
      to: index + text.length,
      isShopping: false,
    });
  if (isAboutScores) signs.push({ ...(signs[signs.length - 1] as Sign), kind: 'pattern', weight: 1 });
}

/** People who defend against injections quote or mention them: "users who type ignore all instructions". */
function notMentioned(raw: string): (sign: Sign) => boolean {
  const quotes = [...raw.matchAll(/["“„«][^"“”„«»\n]{1,160}["”“»]/g)].map(
    ({ 0: text, index }) => [index, index + text.length] as const,
  );
  return ({ kind, from, to }) => {
    if (quotes.some(([start, end]) => start <= from && to <= end)) return false;
    const isOrder = kind === 'override' || kind === 'secret';
    return !isOrder || /[\n.!?:]/.test(signBeside(raw, from - 1, -1));
  };
}
