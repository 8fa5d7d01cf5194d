// What people write who may want to buy: sentences put together, so that hardly two messages are the same.

import { type Language, PHRASES, type Phrases } from './phrases.ts';
import type { Random } from './random.ts';

/** How near they are to buying. */
export type Intent = 'ready' | 'serious' | 'curious' | 'vague';

/** Writes messages one after the other; a sentence comes again only when all of its kind were used. */
export function writeInquiries(random: Random) {
  const decks = new Map<string, () => string>();
  const draw = (language: Language, part: Exclude<keyof Phrases, 'months'>): string => {
    const key = `${language} ${part}`;
    const deck = decks.get(key) ?? random.deck(PHRASES[language][part]);
    decks.set(key, deck);
    return deck();
  };

  /** Numbers are of a size that fits; the month is one of the next. */
  const fill = (template: string, language: Language, company: string, at: Date): string =>
    template
      .replaceAll('{project}', () => draw(language, 'projects'))
      .replaceAll('{company}', company)
      .replaceAll('{n}', () => String(random.between(3, 60)))
      .replaceAll('{small}', () => String(random.between(2, 6)))
      .replaceAll('{big}', () => String(random.between(4, 90) * 100))
      .replaceAll(
        '{month}',
        () => PHRASES[language].months[(at.getUTCMonth() + random.between(1, 3)) % 12] as string,
      );

  const write = (intent: Intent | 'again', language: Language): string => {
    switch (intent) {
      case 'ready':
        return `${draw(language, 'needs')} ${draw(language, 'details')} ${draw(language, 'closes')}`;
      case 'serious':
        return random.chance(0.6)
          ? `${draw(language, 'needs')} ${draw(language, 'details')} ${draw(language, 'asks')}`
          : `${draw(language, 'needs')} ${draw(language, 'asks')}`;
      case 'curious':
        return draw(language, 'questions');
      case 'vague':
        return draw(language, 'vague');
      case 'again':
        return draw(language, 'again');
    }
  };

  return (intent: Intent | 'again', language: Language, company: string, at: Date): string =>
    fill(write(intent, language), language, company, at);
}
