// A folded word with everything the engine asks about words, so that a common word is looked up only once.

import { labelsOf } from './labels.ts';
import { hashStem, hashText, STEM_LENGTH } from './word-hash.ts';

/** Part of the trained table: the hash of a whole word must differ from that of the same letters elsewhere. */
const WORD_SEED = 0x1f3a;

export class Word {
  readonly text: string;
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

  constructor(text: string) {
    this.text = text;
    this.labels = labelsOf(text);
    this.stem = text === '' ? 0 : hashStem(text);
    this.hash = text.length > STEM_LENGTH ? hashText(WORD_SEED, text) : 0;
  }
}

/** Stands for a word that must not count. */
export const HIDDEN = new Word('');
