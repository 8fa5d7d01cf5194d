// What an account's settings say about words: its questions, the names that matter and the business it doesn't do.

import type { EmailFact } from '../facts/read-email.ts';
import type { PhoneFact } from '../facts/read-phone.ts';
import type { QuestionTopic } from '../lexicon/questions.ts';
import type { Reading, Value } from '../reading/answers.ts';
import { isSale } from '../reading/questions.ts';
import type { Exclusion, ImportantWord, Settings } from '../settings.ts';
import { cached } from '../text/cached.ts';
import { tokenize } from '../text/tokenize.ts';
import { WordTrie } from './word-trie.ts';

/** An exclusion that applies to a lead, with its evidence. */
export interface Excluded {
  readonly reason: string;
  readonly cap: number;
  readonly evidence:
    | { readonly clause: number }
    | { readonly country: string; readonly from: 'phone' | 'email' };
}

export class Vocabulary {
  readonly #topics: ReadonlyMap<string, QuestionTopic>;
  readonly #words = new WordTrie<ImportantWord>();
  readonly #excludedWords = new WordTrie<Exclusion>();
  readonly #exclusions: readonly Exclusion[];

  constructor({ questions, words, exclusions }: Pick<Settings, 'questions' | 'words' | 'exclusions'>) {
    this.#topics = new Map(
      Object.entries(questions).map(([question, topic]) => [foldQuestion(question), topic]),
    );
    for (const word of words) this.#words.add(word.text, word);
    // The lowest cap first, because the first meaning of a phrase stays.
    this.#exclusions = exclusions.toSorted((a, b) => a.cap - b.cap);
    for (const exclusion of this.#exclusions)
      for (const word of exclusion.words) this.#excludedWords.add(word, exclusion);
  }

  /** Undefined if the account doesn't say. */
  topicOf(question: string): QuestionTopic | undefined {
    return this.#topics.size === 0 ? undefined : this.#topics.get(foldQuestion(question));
  }

  /** What the account's words say about what the lead wants. A pitch that names a product is still a pitch. */
  addAnswers(reading: Reading): Reading {
    const { clauses, answers } = reading;
    if (!isSale(answers.ask.value)) return reading;
    let { what, ask } = answers;
    for (const [clause, { tokens }] of clauses.entries()) {
      this.#words.find(tokens.words, ({ means }) => {
        const value: Value = means === 'scope' ? 2 : 1;
        if (what.value < value) what = { value, probability: 1, clause };
        if (ask.value === 'none') ask = { value: 'interest', probability: 1, clause };
      });
    }
    return what === answers.what && ask === answers.ask
      ? reading
      : { ...reading, answers: { ...answers, what, ask } };
  }

  /** The exclusion with the lowest cap. The country comes from the phone number or, without one, from the email. */
  findExclusion(reading: Reading, phone: PhoneFact | null, email: EmailFact | null): Excluded | null {
    if (this.#exclusions.length === 0) return null;
    const country = phone?.country ?? email?.country ?? null;
    const byCountry =
      country === null ? undefined : this.#exclusions.find(({ countries }) => countries.includes(country));
    let best: Excluded | null =
      byCountry === undefined || country === null
        ? null
        : {
            reason: byCountry.reason,
            cap: byCountry.cap,
            evidence: { country, from: phone?.country ? 'phone' : 'email' },
          };
    for (const [clause, { tokens }] of reading.clauses.entries()) {
      this.#excludedWords.find(tokens.words, ({ reason, cap }) => {
        if (best === null || cap < best.cap) best = { reason, cap, evidence: { clause } };
      });
    }
    return best;
  }
}

/** "How soon?" and "how_soon" are the same question. */
export const foldQuestion = cached((question) => tokenize(question).words.join(' '), 500);

const vocabularies = new WeakMap<Settings, Vocabulary>();

export function vocabularyOf(settings: Settings): Vocabulary {
  const known = vocabularies.get(settings);
  if (known !== undefined) return known;
  const vocabulary = new Vocabulary(settings);
  vocabularies.set(settings, vocabulary);
  return vocabulary;
}
