// A folded word with everything the engine asks about words, so that a common word is looked up only once.

import { labelsOf } from './labels.ts';
import { hashStem, hashText, STEM_LENGTH } from './word-hash.ts';

/** Part of the trained table: the hash of a whole word must differ from that of the same letters elsewhere. */
const WORD_SEED = 0x1f3a;

export class Word {
  readonly text: string;
  /** As somebody wrote it, which is how the vocabulary knows it again. */
  readonly spelling: string;
  /** Which words and stems of the phrase books it is. */
  readonly labels: readonly number[];
  /** The hash of its stem; 0 for the hidden word. */
  readonly stem: number;
  /** The hash of all its letters; 0 if the stem is the whole word. */
  readonly hash: number;
  /** What replaces it to hide who someone is; null until somebody asks. */
  standIn: Word | null = null;
  /** Whether a name of several words may begin with it; known once the stand-in is. */
  beginsLongName = false;
  /** Whether it looks like keyboard mash; null until somebody asks. */
  isStrange: boolean | null = null;
  /** The phrase books that were asked whether a phrase may begin with it, and those that said yes: one bit per book. Three in
   * five words of a message begin none of its phrases. */
  askedBooks = 0;
  beginsIn = 0;

  constructor(text: string, spelling: string = text) {
    this.text = text;
    this.spelling = spelling;
    this.labels = labelsOf(text);
    this.stem = text === '' ? 0 : hashStem(text);
    this.hash = text.length > STEM_LENGTH ? hashText(WORD_SEED, text) : 0;
  }
}

/** Stands for a word that must not count. */
export const HIDDEN = new Word('');
