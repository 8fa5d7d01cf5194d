// Caches readings of texts that keep coming up in forms: questions, options, sources, budget ranges. A reading depends
// only on its text, so caching never changes a result. All leads with the same text share the value: don't
// modify it. It can't be frozen, because the words in it note what is found out about them.

/** Longer texts are free text, which is rarely repeated. */
const MAX_CACHED_LENGTH = 120;

/** The cache is cleared when it is full, so that a stream of new texts cannot exhaust memory. */
export function cached<Value extends object | string | number | boolean | null>(
  read: (text: string) => Value,
  maxSize: number,
): (text: string) => Value {
  const cache = new Map<string, Value>();
  return (text) => {
    const found = cache.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (text.length > MAX_CACHED_LENGTH) return value;
    if (cache.size >= maxSize) cache.clear();
    cache.set(text, value);
    return value;
  };
}
