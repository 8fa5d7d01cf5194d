// Finds an email address or phone number in answers to unknown questions and in the message. Accepts only what is
// almost certainly one: nobody should end up calling a date, a price or an order number.

const MAX_ADDRESS_LENGTH = 254;
const ADDRESS = /^[^\s@<>()",;:]{1,64}@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;

const MAX_NUMBER_LENGTH = 30;
const MAX_DIGITS = 15;
const PHONE_CHARACTERS = /^\+?[\d ().\-/]+$/;
/** `+44 20 …` and `0044 20 …` */
const HAS_COUNTRY_CODE = /^(?:\+|00)[1-9]/;
/** `0610029259`: IDs and amounts do not begin with a zero. */
const HAS_TRUNK_ZERO = /^0[1-9]\d{7,9}$/;
/** `(212) 555-0123`, `212.555.0123`, `06 12 34 56 78`: ten or eleven digits, written in groups. */
const IS_GROUPED = /^\(?\d{1,4}\)?(?:[ .\-/]{1,2}\(?\d{2,4}\)?){2,4}$/;
/** `1.234.567.890` is an amount, `192.168.10.20` an IP address, `15-11-2026 0930` a date. */
const IS_SOMETHING_ELSE =
  /^\d{1,3}(?:[ .]\d{3})+$|^\d{1,3}(?:\.\d{1,3}){3}$|^\d{1,4}[-./]\d{1,2}[-./]\d{2,4}(?: |$)/;

export const isEmail = (text: string): boolean => text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text);

export function isPhone(text: string): boolean {
  if (text.length > MAX_NUMBER_LENGTH || !PHONE_CHARACTERS.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  if (HAS_COUNTRY_CODE.test(text)) return digits >= 8 && digits <= MAX_DIGITS;
  if (HAS_TRUNK_ZERO.test(text)) return true;
  return (digits === 10 || digits === 11) && IS_GROUPED.test(text) && !IS_SOMETHING_ELSE.test(text);
}

/** The questions whose answers are the first email address and the first phone number. */
export function findContact(answers: ReadonlyMap<string, string>): { email?: string; phone?: string } {
  const found: { email?: string; phone?: string } = {};
  for (const [question, answer] of answers) {
    if (found.email === undefined && isEmail(answer)) found.email = question;
    else if (found.phone === undefined && isPhone(answer)) found.phone = question;
  }
  return found;
}

/** Only the beginning of a long message is searched. */
const MAX_SEARCHED = 5_000;
const ADDRESS_IN_TEXT = /[^\s@<>()",;:]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,24}/u;
/** Without a zero or a plus, only in the groups of North America: “602 555 0147”. */
const NUMBER_IN_TEXT =
  /(?<![\p{L}\d.,/#$€£-])(?:(?:\+|00|0|\()\d[\d ().\-/]{6,24}\d|[2-9]\d{2}[ .-][2-9]\d{2}[ .-]\d{4})(?![\d.,%]*\d|[\p{L}])/gu;

/** The first email address and the first phone number in a text. */
export function findContactInText(whole: string): { email?: string; phone?: string } {
  const text = whole.length > MAX_SEARCHED ? whole.slice(0, MAX_SEARCHED) : whole;
  const found: { email?: string; phone?: string } = {};
  const address = text.includes('@') ? ADDRESS_IN_TEXT.exec(text)?.[0] : undefined;
  if (address !== undefined && isEmail(address)) found.email = address;
  if (HAS_MANY_DIGITS.test(text)) {
    const number = [...text.matchAll(NUMBER_IN_TEXT)].map(([match]) => match.trim()).find(isPhoneInText);
    if (number !== undefined) found.phone = number;
  }
  return found;
}

/** In running text, people group digits as they like: 07700 900417, (11) 95550-0177. */
function isPhoneInText(text: string): boolean {
  if (isPhone(text)) return true;
  const digits = text.replace(/\D/g, '');
  if (IS_SOMETHING_ELSE.test(text) || digits.length < 10 || digits.length > 11) return false;
  return HAS_TRUNK_ZERO.test(digits) || /^\(\d{2,4}\)/.test(text);
}

/** A cheap check first, because most messages contain no number at all. */
const HAS_MANY_DIGITS = /\d[\d ().\-/]{6,}\d/;
