// What the heads are worth on messages they did not learn from, by language.

import { type Odds, readOdds } from '../src/heads.ts';
import { type Head, JUNK_KINDS, KINDS } from '../src/labels.ts';
import type { LabelledMessage } from './corpus.ts';
import { computeAuc, computeCalibrationError } from './measures.ts';

export interface Judged {
  readonly message: LabelledMessage;
  readonly logits: Float64Array;
}

export interface Figures {
  readonly messages: number;
  readonly buyer: number;
  readonly junk: number;
  readonly urgency: number;
  readonly intent: number;
  /** Of "at least considering". */
  readonly calibrationError: number;
}

export type ByLanguage = ReadonlyMap<string, Figures>;

export const answerOf = (head: Head, message: LabelledMessage): number =>
  head === 'kind' ? KINDS.indexOf(message.kind) : message[head];

export const junkShare = ({ kind }: Odds): number =>
  KINDS.reduce((sum, name, at) => sum + (JUNK_KINDS.has(name) ? (kind[at] as number) : 0), 0);

const CONSIDERING = 2;

export function reportOn(
  judged: readonly Judged[],
  temperatures: Readonly<Record<Head, number>>,
): ByLanguage {
  const read = judged.map(({ message, logits }) => ({ message, odds: readOdds(logits, temperatures) }));
  const languages = [...new Set(judged.map(({ message }) => message.language))].sort();
  const others = languages.filter((language) => language !== 'en');
  const groups: [name: string, languages: readonly string[]][] = [
    ['all languages', languages],
    ['English', ['en']],
    ['others together', others],
    ...others.map((language): [string, string[]] => [language, [language]]),
  ];
  return new Map(
    groups.map(([name, included]) => [
      name,
      figuresOf(read.filter(({ message }) => included.includes(message.language))),
    ]),
  );
}

function figuresOf(read: readonly { readonly message: LabelledMessage; readonly odds: Odds }[]): Figures {
  const rate = (value: (odds: Odds) => number, isPositive: (message: LabelledMessage) => boolean) =>
    read.map(({ message, odds }) => ({ value: value(odds), isPositive: isPositive(message) }));
  const considering = rate(
    ({ intent }) => (intent[2] as number) + (intent[3] as number),
    ({ intent }) => intent >= CONSIDERING,
  );
  return {
    messages: read.length,
    buyer: computeAuc(
      rate(
        ({ kind }) => kind[0] as number,
        ({ kind }) => kind === 'buyer',
      ),
    ),
    junk: computeAuc(rate(junkShare, ({ kind }) => JUNK_KINDS.has(kind))),
    urgency: computeAuc(
      rate(
        ({ urgency }) => urgency[2] as number,
        ({ urgency }) => urgency === 2,
      ),
    ),
    intent: computeAuc(considering),
    calibrationError: computeCalibrationError(considering),
  };
}

export function reportTable(
  title: string,
  rows: readonly (readonly [name: string, figures: ByLanguage])[],
): string {
  const lines = [
    `# ${title}`,
    '',
    'AUC; urgency: within days against the rest; intent: at least considering; the calibration error is of intent, by the',
    'temperatures of all three together.',
    '',
    '| | messages | buyer | junk | urgency | intent | calibration error |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
  ];
  for (const [name, byLanguage] of rows) {
    for (const [language, { messages, buyer, junk, urgency, intent, calibrationError }] of byLanguage) {
      const figures = [buyer, junk, urgency, intent, calibrationError].map((figure) => figure.toFixed(3));
      lines.push(`| ${name}, ${language} | ${messages} | ${figures.join(' | ')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}
