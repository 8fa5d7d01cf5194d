// Tells keyboard mash ("asdkjh qweoiu") from words in any language written in Latin letters. It uses no dictionary, so
// rare languages and names are not penalised.

import type { Word } from './word.ts';

const VOWELS = new Set('aeiouyáéíóúäöüàèìòùâêîôûãõåæøœąęıěů');
const MASH = /^(?:asdf+|qwer|zxcv|sdfg|dfgh|fghj|ghjk|hjkl|lkjh|jhgf|wert|erty|uiop|poiu|mnbv|qaz|wsx)/;

export function isGibberish(text: readonly Word[]): boolean {
  let letters = 0;
  let strange = 0;
  let words = 0;
  for (let at = 0; at < text.length; at++) {
    const word = text[at] as Word;
    const code = word.text.charCodeAt(0);
    if (code < 97 || code > 122) continue;
    words++;
    letters += word.text.length;
    word.isStrange ??= isStrange(word.text);
    if (word.isStrange) strange += word.text.length;
  }
  if (words === 0 || letters < 4) return false;
  // A few short words may be initials. A text is mash if at least half of its letters are in strange words.
  return strange >= 4 && strange * 2 >= letters;
}

function isStrange(word: string): boolean {
  if (word.length < 4) return false;
  if (MASH.test(word)) return true;
  let vowels = 0;
  let run = 0;
  let longestRun = 0;
  let same = 1;
  let longestSame = 1;
  for (let i = 0; i < word.length; i++) {
    const letter = word[i] as string;
    if (letter >= '0' && letter <= '9') return false;
    if (VOWELS.has(letter)) {
      vowels++;
      run = 0;
    } else longestRun = Math.max(longestRun, ++run);
    same = i > 0 && letter === word[i - 1] ? same + 1 : 1;
    longestSame = Math.max(longestSame, same);
  }
  // German and Polish have up to five consonants in a row ("Angstschweiß", "wstrzymać"), rarely six.
  return (
    longestSame >= 4 ||
    longestRun >= 6 ||
    (vowels === 0 && word.length >= 5) ||
    (word.length >= 12 && vowels * 5 < word.length)
  );
}
