// The type of a phone number, from libphonenumber's metadata. The library recompiles its patterns for every number,
// which took 9 of the 16 µs per phone; here each pattern is compiled once. test/facts/phone-type.test.ts checks the
// results against the library's.

import { Metadata } from 'libphonenumber-js/max';

export type PhoneType = 'mobile' | 'fixed' | 'either' | 'other';

/** Methods of the library's class that are missing from its published types. */
interface FullMetadata {
  selectNumberingPlan(country: string): void;
  nationalNumberPattern(): string;
  type(name: string): { pattern(): string; possibleLengths(): number[] | undefined } | undefined;
}

interface Matcher {
  readonly type: PhoneType;
  readonly pattern: RegExp;
  readonly lengths: readonly number[] | null;
}

interface Plan {
  readonly general: RegExp;
  /** True if mobile and landline numbers can't be told apart, as in the US. */
  readonly isMobileFixed: boolean;
  readonly matchers: readonly Matcher[];
}

const TYPE_NAMES: readonly (readonly [name: string, type: PhoneType])[] = [
  ['FIXED_LINE', 'fixed'],
  ['MOBILE', 'mobile'],
  ...['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'VOIP', 'PERSONAL_NUMBER', 'PAGER', 'UAN', 'VOICEMAIL'].map(
    (name): [string, PhoneType] => [name, 'other'],
  ),
];

const metadata = new Metadata() as unknown as FullMetadata;
const plans = new Map<string, Plan>();

/** Null if the number is not valid in its country. */
export function findPhoneType(nationalNumber: string, countryOrCallingCode: string): PhoneType | null {
  const plan = plans.get(countryOrCallingCode) ?? compilePlan(countryOrCallingCode);
  if (!plan.general.test(nationalNumber)) return null;
  const matches = ({ pattern, lengths }: Matcher): boolean =>
    (lengths === null || lengths.includes(nationalNumber.length)) && pattern.test(nationalNumber);
  const found = plan.matchers.find(matches);
  if (found?.type !== 'fixed') return found?.type ?? null;
  const isAlsoMobile =
    plan.isMobileFixed || plan.matchers.some((other) => other.type === 'mobile' && matches(other));
  return isAlsoMobile ? 'either' : 'fixed';
}

function compilePlan(key: string): Plan {
  metadata.selectNumberingPlan(key);
  const matchers = TYPE_NAMES.flatMap(([name, type]): Matcher[] => {
    const definition = metadata.type(name);
    if (!definition?.pattern()) return [];
    return [{ type, pattern: whole(definition.pattern()), lengths: definition.possibleLengths() ?? null }];
  });
  const plan = {
    general: whole(metadata.nationalNumberPattern()),
    isMobileFixed: !metadata.type('MOBILE')?.pattern(),
    matchers,
  };
  plans.set(key, plan);
  return plan;
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
