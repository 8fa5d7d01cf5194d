// Lists the ways a complete phone number may be stored: with its country code, or as dialed within the country. Users
// search for a number from a caller ID or an email signature, while the lead typed it into a form.

import { listCallingCodes } from '@leadline/engine';

const CALLING_CODES = listCallingCodes();

/** Anything shorter is a partial number or an extension. */
const MIN_DIGITS = 7;

/** `phone` contains only digits, with a leading `+` if it includes the country code. */
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

/** Most countries drop the leading 0 in the international format, but Italy keeps it. */
function withEachCode(digits: string): string[] {
  const nationals = digits.startsWith('0') ? [digits, digits.slice(1)] : [digits];
  return CALLING_CODES.flatMap((code) => nationals.map((national) => `+${code}${national}`));
}
