// The day by which a lead wants something, as far as the message names one. If a day can mean two dates, the later one
// counts, so that a lead isn't said to be past it too early.

import { dayOf, weekdayOf } from '../advice/time-zone.ts';

export interface StatedDeadline {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** What they want from us by then. `date`: something else, such as an opening. */
  readonly request: 'send' | 'reply' | 'date';
}

/** In the order in which they are written. */
export function readStatedDeadlines(message: string, receivedAt: Date, timeZone: string): StatedDeadline[] {
  const received = dayOf(receivedAt.getTime(), timeZone);
  return message
    .slice(0, MAX_LENGTH)
    .split(/[.!?]\s|[\n;]/)
    .flatMap((sentence) =>
      Array.from(sentence.toLowerCase().matchAll(DEADLINE))
        .map(({ groups }) => resolveDay(groups ?? {}, received))
        .filter((day) => day !== null)
        .map((day) => ({ day, request: findRequest(sentence) })),
    );
}

const MAX_LENGTH = 10_000;

/** From Monday (1) to Sunday (7), in English, German, French and Spanish. */
const WEEKDAYS: readonly (readonly string[])[] = [
  ['monday', 'montag', 'lundi', 'lunes'],
  ['tuesday', 'dienstag', 'mardi', 'martes'],
  ['wednesday', 'mittwoch', 'mercredi', 'miércoles'],
  ['thursday', 'donnerstag', 'jeudi', 'jueves'],
  ['friday', 'freitag', 'vendredi', 'viernes'],
  ['saturday', 'samstag', 'samedi', 'sábado'],
  ['sunday', 'sonntag', 'dimanche', 'domingo'],
];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const BY =
  "by|before|until|till|no later than|not later than|bis(?: zum| spätestens)?|spätestens(?: am| bis)?|avant|d[’']ici|antes del|para el";
const EXTRA =
  '(?:(?:close of business|cob|eod|(?:the )?end of(?: the)? day)(?: on)? |(?:this|coming|kommenden|diesen|ce) )*';
const MONTH = MONTHS.map((month) => `${month}[a-z]*`).join('|');

const DEADLINE = new RegExp(
  `(?<![\\p{L}\\d])(?:${BY}) ${EXTRA}(?:` +
    `(?<next>next )?(?<weekday>${WEEKDAYS.flat().join('|')})(?! week)|` +
    `(?<tomorrow>tomorrow|morgen|demain)|` +
    `(?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${MONTH})(?:,? (?<year>20\\d\\d))?|` +
    `(?<month2>${MONTH}) (?:the )?(?<date2>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year2>20\\d\\d))?` +
    `)(?![\\p{L}\\d])`,
  'gu',
);

type GroupName = 'weekday' | 'next' | 'tomorrow' | 'date' | 'month' | 'year' | 'date2' | 'month2' | 'year2';
type Groups = Readonly<Partial<Record<GroupName, string>>>;

function resolveDay(groups: Groups, received: number): number | null {
  const { weekday, next, tomorrow, date2, month2, year2 } = groups;
  const { date: dateText = date2, month: monthName = month2, year = year2 } = groups;
  if (tomorrow !== undefined) return received + 1;
  if (weekday !== undefined) {
    const wanted = WEEKDAYS.findIndex((names) => names.includes(weekday)) + 1;
    const today = weekdayOf(received);
    if (next !== undefined) return received - today + 7 + wanted;
    return received + (wanted > today ? wanted - today : wanted - today + 7);
  }
  const month = MONTHS.indexOf((monthName ?? '').slice(0, 3));
  const date = Number(dateText);
  if (month < 0 || date < 1 || date > 31) return null;
  if (year !== undefined) return toDay(Number(year), month, date);
  const thisYear = new Date(received * DAY_MS).getUTCFullYear();
  const day = toDay(thisYear, month, date);
  return day < received ? toDay(thisYear + 1, month, date) : day;
}

const DAY_MS = 24 * 60 * 60_000;

const toDay = (year: number, month: number, date: number): number => Date.UTC(year, month, date) / DAY_MS;

const SEND =
  /(?<!\p{L})(?:send|quotes?|quotation|offer|proposal|estimate|pric(?:e|es|ing)|brochure|angebot|devis|presupuesto)(?!\p{L})/iu;
const REPLY =
  /(?<!\p{L})(?:call|reply|respond|answer|hear from you|hear back|get back|let (?:me|us) know|contact (?:me|us)|antwort|rückmeldung|melden)(?!\p{L})/iu;

function findRequest(sentence: string): StatedDeadline['request'] {
  if (SEND.test(sentence)) return 'send';
  return REPLY.test(sentence) ? 'reply' : 'date';
}
