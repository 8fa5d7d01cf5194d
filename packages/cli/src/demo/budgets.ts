// Budgets in the spellings that people use.

import type { Language } from './phrases.ts';
import type { Random } from './random.ts';

/** How much, in thousands, and how it is written where they are: 15.000 or 15,000. */
type Spelling = (thousands: number) => string;

const dots = (thousands: number): string => `${thousands}.000`;
const commas = (thousands: number): string => `${thousands},000`;
const half = (thousands: number): number => Math.max(1, Math.round(thousands / 2));

const SPELLINGS: Readonly<Record<Language, readonly Spelling[]>> = {
  en: [
    (n) => `$${n}k`,
    (n) => `$${n}k-${n + half(n)}k`,
    (n) => `around ${commas(n)} USD`,
    (n) => `up to $${commas(n)}`,
    (n) => `£${commas(n)}`,
    (n) => `${n}-${n + half(n)}k GBP`,
    (n) => `${n} thousand dollars`,
    (n) => `USD ${commas(n)}+`,
    (n) => `$${half(n)},500 per month`,
  ],
  de: [
    (n) => `ca. ${dots(n)} €`,
    (n) => `${n} bis ${n + half(n)} Tsd. Euro`,
    (n) => `bis ${dots(n)} EUR`,
    (n) => `${n}k`,
  ],
  fr: [(n) => `${n} 000 €`, (n) => `entre ${n} et ${n + half(n)} k€`, (n) => `environ ${n} 000 euros`],
  es: [(n) => `${dots(n)} euros`, (n) => `unos ${n} mil €`],
  it: [(n) => `circa ${dots(n)} euro`, (n) => `€ ${dots(n)}`],
  nl: [(n) => `€ ${dots(n)}`, (n) => `tussen ${dots(n)} en ${dots(n + half(n))} euro`],
  pt: [(n) => `R$ ${n * 5} mil`, (n) => `até ${n * 5} mil reais`],
  hi: [(n) => `${half(n)} Lakh`, (n) => `₹${half(n)},50,000`, (n) => `${half(n)}-${half(n) + 3} lakh INR`],
};

const UNCLEAR = ['not sure yet', 'depends', 'to be discussed', 'as little as possible', '?'];

export const spellBudget = (random: Random, language: Language, thousands: number): string =>
  random.pick(SPELLINGS[language])(thousands);

export const spellUnclearBudget = (random: Random): string => random.pick(UNCLEAR);
