// Looks for JSON with too many or too deeply nested values before parsing turns them into objects, which take many times
// the memory and make garbage collection slow.

export interface JsonLimits {
  readonly levels: number;
  readonly values: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** Returns the limit that the JSON exceeds, or null. Doesn't check whether it is valid. */
export function findJsonExcess(json: Uint8Array, limits: JsonLimits): keyof JsonLimits | null {
  let values = 1;
  let levels = 0;
  let isQuoted = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number;
    if (isQuoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isQuoted = false;
    } else if (byte === QUOTE) isQuoted = true;
    else if (byte === COMMA) values++;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values++;
      levels++;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) levels--;
    if (levels > limits.levels) return 'levels';
    if (values > limits.values) return 'values';
  }
  return null;
}
