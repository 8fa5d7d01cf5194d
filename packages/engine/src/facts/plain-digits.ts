// The digits of a phone number that has nothing else but a leading plus sign and common separators.

/** libphonenumber rejects longer texts. */
const MAX_LENGTH = 250;
/** With fewer digits, libphonenumber looks at the separators too. */
const MIN_DIGITS = 3;
const SEPARATORS: ReadonlySet<number> = new Set(Array.from(' -.()/', (separator) => separator.charCodeAt(0)));

/** Null if there is anything else: letters, an extension, a second plus sign, digits of another script. */
export function readPlainDigits(phone: string): string | null {
  if (phone.length > MAX_LENGTH) return null;
  let digits = '';
  let from = phone.startsWith('+') ? 1 : 0;
  for (let i = from; i < phone.length; i++) {
    const code = phone.charCodeAt(i);
    if (code >= 48 && code <= 57) continue;
    if (!SEPARATORS.has(code)) return null;
    digits += phone.slice(from, i);
    from = i + 1;
  }
  digits += phone.slice(from);
  return digits.length < MIN_DIGITS ? null : digits;
}
