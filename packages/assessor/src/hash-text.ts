const stepHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

/** FNV-1a with the high bits folded in. */
export function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = stepHash(hash, text.charCodeAt(at));
  return (hash ^ (hash >>> 15)) >>> 0;
}
