// A whole phone number as it may be kept: with the code of its country, or as people dial it there. Who looks for a number
// has it from a display or a signature, and the lead typed it into a form.

import { listCallingCodes } from '@leadline/engine';

const CALLING_CODES = listCallingCodes();

/** Shorter ones are parts of a number, or an extension. */
const MIN_DIGITS = 7;

/** `phone` is digits, with a `+` where the country's code is known. */
export function spellPhone(phone: string): string[] {
  const digits = phone.replace('+', '');
  if (digits.length < MIN_DIGITS) return [];
  return phone.startsWith('+') ? withoutCode(digits) : withEachCode(digits);
}

function withoutCode(digits: string): string[] {
  const nationals = CALLING_CODES.filter((code) => digits.startsWith(code)).map((code) =>
    digits.slice(code.length),
  );
  return nationals.flatMap((national) =>
    national.length < MIN_DIGITS - 1 ? [] : [national, `0${national}`],
  );
}

/** Most countries dial a 0 before a number that is not said abroad; Italy says it. */
function withEachCode(digits: string): string[] {
  const nationals = digits.startsWith('0') ? [digits, digits.slice(1)] : [digits];
  return CALLING_CODES.flatMap((code) => nationals.map((national) => `+${code}${national}`));
}
