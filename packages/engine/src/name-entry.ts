// The short name of a ledger entry, without the quote and points included in its text.

import type { Concept } from './concepts/concepts.ts';
import type { Reading } from './concepts/read-concepts.ts';
import { type LedgerEntry, withoutPoints } from './ledger.ts';
import { CAP_NAMES, DOUBT_PREFIX, nameDoubt, type OtherKind } from './risk.ts';
import type { WeighedConcept } from './settings.ts';
import { nameConcept } from './signals/concepts.ts';
import { nameSize } from './signals/form.ts';

/** "Deadline", "Possibly vendor pitch", "Mid-sized company"; otherwise the whole text without its points. */
export function nameEntry(entry: LedgerEntry, { findings }: Reading): string {
  const { code } = entry;
  if (Object.hasOwn(CAP_NAMES, code)) return CAP_NAMES[code as OtherKind];
  if (code.startsWith(DOUBT_PREFIX)) return nameDoubt(code.slice(DOUBT_PREFIX.length) as OtherKind);
  const finding = findings.find(({ concept }) => concept === code);
  if (finding !== undefined)
    return nameConcept(finding.concept as Concept & WeighedConcept, finding.strength);
  return nameSize(code) ?? withoutPoints(entry);
}
