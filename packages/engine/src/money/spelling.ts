// Corrects typos in the most common budget words: "thosand", "euors", "motnh".

const WORDS = (
  'thousand million billion hundred month monthly yearly annually weekly euros pounds dollars rupees budget ' +
  'between around maximum minimum under about fifteen twenty thirty forty fifty eighty ninety twelve eleven'
).split(' ');

/** The intended word if exactly one letter is wrong, missing, doubled or swapped; otherwise the word itself. */
export function correctSpelling(word: string): string {
  if (word.length < 5) return word;
  for (const candidate of WORDS) {
    if (Math.abs(candidate.length - word.length) <= 1 && isOneTypo(word, candidate)) return candidate;
  }
  return word;
}

function isOneTypo(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const left = a.slice(start, endA);
  const right = b.slice(start, endB);
  if (left.length + right.length <= 1) return left !== right;
  if (left.length === 1 && right.length === 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
