// What the number format of a cell says about its number: whether it is a date, and what a person sees beside the digits
// that the lead's data needs, such as leading zeros, a plus sign, a percent sign or a currency.

export type NumberFormat =
  | { readonly kind: 'plain' }
  | { readonly kind: 'date'; readonly hasDay: boolean; readonly hasTime: boolean }
  | { readonly kind: 'duration' }
  | { readonly kind: 'padded'; readonly digits: number }
  | { readonly kind: 'prefixed'; readonly prefix: string }
  | { readonly kind: 'percent' };

/** Few formats, used by many styles. */
export interface CellFormats {
  readonly formats: readonly NumberFormat[];
  /** By the number of the style: an index in `formats`. */
  readonly ofStyle: Uint16Array;
}

export const NO_FORMATS: CellFormats = { formats: [], ofStyle: new Uint16Array() };

export const PLAIN: NumberFormat = { kind: 'plain' };
const DAY: NumberFormat = { kind: 'date', hasDay: true, hasTime: false };
const TIME: NumberFormat = { kind: 'date', hasDay: false, hasTime: true };
const MOMENT: NumberFormat = { kind: 'date', hasDay: true, hasTime: true };
const DURATION: NumberFormat = { kind: 'duration' };
const PERCENT: NumberFormat = { kind: 'percent' };

/** The formats that workbooks refer to by number without spelling them out. */
export function findBuiltInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return PERCENT;
  if (id >= 14 && id <= 17) return DAY;
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return TIME;
  if (id === 22) return MOMENT;
  if (id === 46) return DURATION;
  // In East Asian versions of Excel.
  if ((id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58) return DAY;
  if ((id >= 32 && id <= 35) || id === 55 || id === 56) return TIME;
  return PLAIN;
}

const MAX_CODE_LENGTH = 255;
/** `"text"`, `\x`, `_x` (as wide as x) and `*x` (filled with x) */
const LITERALS = /"[^"]*"|[\\_*]./gsu;
const BRACKETS = /\[[^\]]*\]/g;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
const PLUS = /^(?:"\+"|\\?\+)[#0 ]+$/;
/** `[$€-407]`, `"CHF"`, `$` */
const CURRENCY = /\[\$([^\]-]{1,4})[^\]]*\]|"\s*(\p{Sc}|[A-Z]{3})\s*"|(\p{Sc})/u;

/** Takes a format as Excel stores it, in English whatever the language: `dd/mm/yyyy hh:mm`. */
export function readFormat(code: string): NumberFormat {
  const [positive = ''] = code.slice(0, MAX_CODE_LENGTH).split(';');
  const letters = positive.replace(LITERALS, '');
  if (ELAPSED.test(letters)) return DURATION;
  const bare = letters.replace(BRACKETS, '').replace(/general|am\/pm|a\/p/gi, '');
  if (/[ymdhs]/i.test(bare)) {
    const hasTime = /[hs]/i.test(bare);
    const hasDay = /[yd]/i.test(bare) || !hasTime;
    return hasDay ? (hasTime ? MOMENT : DAY) : TIME;
  }
  if (bare.includes('%')) return PERCENT;
  if (/^0{2,}$/.test(positive)) return { kind: 'padded', digits: positive.length };
  if (PLUS.test(positive)) return { kind: 'prefixed', prefix: '+' };
  const currency = CURRENCY.exec(positive);
  const symbol = (currency?.[1] ?? currency?.[2] ?? currency?.[3])?.trim();
  if (symbol === undefined || symbol === '') return PLAIN;
  return { kind: 'prefixed', prefix: /^\p{L}/u.test(symbol) ? `${symbol} ` : symbol };
}
