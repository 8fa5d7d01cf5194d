// Remembers what was read from texts that forms repeat: questions, answers to choose from, sources, ranges of
// budget. A reading depends on its text alone, so it is the same with and without the memory.

/** Free text does not come twice. */
const MAX_REMEMBERED_LENGTH = 120;

/** Bounded, so that a sender of ever new texts cannot fill the memory: when full, it begins anew. */
export function remembering<Value extends object | string | null>(
  read: (text: string) => Value,
  most: number,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (text.length > MAX_REMEMBERED_LENGTH) return value;
    if (known.size >= most) known.clear();
    // Shared by all leads that say the same: nobody may change it.
    freeze(value);
    known.set(text, value);
    return value;
  };
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}
