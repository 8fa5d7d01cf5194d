// A country's rules for phone numbers, from libphonenumber's metadata. The library compiles its patterns again for every
// number; here each is compiled once, when a number first needs it.

import { Metadata } from 'libphonenumber-js/max';

export type PhoneType = 'mobile' | 'fixed' | 'either' | 'other';

export interface TypeRule {
  readonly type: PhoneType;
  readonly pattern: RegExp;
  readonly lengths: readonly number[];
}

export interface NumberingPlan {
  readonly callingCode: string;
  /** All countries with this calling code, the main one first. Empty for codes that belong to no country, such as 800. */
  readonly countries: readonly string[];
  readonly general: RegExp;
  readonly lengths: readonly number[];
  /** True if mobile and landline numbers can't be told apart, as in the US. */
  readonly isMobileFixed: boolean;
  readonly types: readonly TypeRule[];
  /** How numbers of this country start, if that is enough to tell it from others with the same calling code. */
  readonly leadingDigits: RegExp | null;
  /** What to dial before a number within the country: 0 in most of Europe. */
  readonly nationalPrefix: RegExp | null;
  /** What to replace the national prefix with, in the syntax of `String.replace`. */
  readonly prefixReplacement: string | null;
  /** What to dial before a calling code: 00 in most of Europe, 011 in the US. */
  readonly internationalPrefix: RegExp | null;
}

/** Methods of the library's class that are missing from its published types. */
interface FullMetadata {
  selectNumberingPlan(countryOrCallingCode: string): void;
  getCountryCodesForCallingCode(callingCode: string): string[] | undefined;
  countryCallingCode(): string;
  nationalNumberPattern(): string;
  possibleLengths(): number[];
  type(name: string): { pattern(): string; possibleLengths(): number[] } | undefined;
  /** The last four are empty, 0 or undefined where a country has no such rule. */
  leadingDigits(): string;
  nationalPrefixForParsing(): string;
  nationalPrefixTransformRule(): string;
  IDDPrefix(): string;
}

const TYPE_NAMES: readonly (readonly [name: string, type: PhoneType])[] = [
  ['FIXED_LINE', 'fixed'],
  ['MOBILE', 'mobile'],
  ...['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'VOIP', 'PERSONAL_NUMBER', 'PAGER', 'UAN', 'VOICEMAIL'].map(
    (name): [string, PhoneType] => [name, 'other'],
  ),
];

const metadata = new Metadata() as unknown as FullMetadata;
const plans = new Map<string, NumberingPlan>();

/** The plan of a calling code is that of its main country. */
export function getNumberingPlan(countryOrCallingCode: string): NumberingPlan {
  const known = plans.get(countryOrCallingCode);
  if (known !== undefined) return known;
  const mainCountry = metadata.getCountryCodesForCallingCode(countryOrCallingCode)?.[0];
  const plan = mainCountry === undefined ? compile(countryOrCallingCode) : getNumberingPlan(mainCountry);
  plans.set(countryOrCallingCode, plan);
  return plan;
}

function compile(countryOrCallingCode: string): NumberingPlan {
  metadata.selectNumberingPlan(countryOrCallingCode);
  const callingCode = metadata.countryCallingCode();
  return {
    callingCode,
    countries: metadata.getCountryCodesForCallingCode(callingCode) ?? [],
    general: whole(metadata.nationalNumberPattern()),
    lengths: metadata.possibleLengths(),
    isMobileFixed: !metadata.type('MOBILE')?.pattern(),
    types: TYPE_NAMES.flatMap(([name, type]): TypeRule[] => {
      const rule = metadata.type(name);
      if (!rule?.pattern()) return [];
      return [{ type, pattern: whole(rule.pattern()), lengths: rule.possibleLengths() }];
    }),
    leadingDigits: start(metadata.leadingDigits()),
    nationalPrefix: start(metadata.nationalPrefixForParsing()),
    prefixReplacement: metadata.nationalPrefixTransformRule() || null,
    internationalPrefix: start(metadata.IDDPrefix()),
  };
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const start = (pattern: string): RegExp | null => (pattern ? new RegExp(`^(?:${pattern})`) : null);
