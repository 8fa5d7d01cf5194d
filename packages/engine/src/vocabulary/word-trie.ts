// Finds an account's own phrases in a text. Unlike text/phrases.ts, nothing about these words is shared between accounts
// or kept once the settings are gone. A text of n words costs n steps for each word of the longest phrase, however many
// phrases there are.

import { tokenize } from '../text/tokenize.ts';

interface Node<Meaning> {
  readonly next: Map<string, Node<Meaning>>;
  meaning: Meaning | null;
}

export class WordTrie<Meaning extends object> {
  readonly #root: Node<Meaning> = { next: new Map(), meaning: null };

  /** Spelled as people write it: case, accents and punctuation don't matter. The first meaning of a phrase stays. */
  add(phrase: string, meaning: Meaning): void {
    let node = this.#root;
    for (const word of tokenize(phrase).words) {
      const next = node.next.get(word) ?? { next: new Map(), meaning: null };
      node.next.set(word, next);
      node = next;
    }
    if (node !== this.#root) node.meaning ??= meaning;
  }

  find(words: readonly string[], onFound: (meaning: Meaning) => void): void {
    for (let first = 0; first < words.length; first++) {
      let node = this.#root.next.get(words[first] as string);
      for (let at = first + 1; node !== undefined; at++) {
        if (node.meaning !== null) onFound(node.meaning);
        node = at < words.length ? node.next.get(words[at] as string) : undefined;
      }
    }
  }
}
