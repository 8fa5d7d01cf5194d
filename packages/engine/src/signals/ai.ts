// How much the AI's reading changes the score, within a limit. Each entry names a concept that the AI found but the
// rules did not, or vice versa.

import { type Assessment, isRead, type NoAssessment, validParts } from '../assessment.ts';
import { CAPPING_BY_WEIGHT, type Concept, isCapping } from '../concepts/concepts.ts';
import { isPlain } from '../concepts/plain-signs.ts';
import type { Finding, Reading } from '../concepts/read-concepts.ts';
import { type LedgerEntry, makeEntry, sumOf } from '../ledger.ts';
import type { Settings } from '../settings.ts';
import { isWeighed, nameConcept, pointsFor, quoteFinding } from './concepts.ts';

export const MISSING_TEXTS: Readonly<Record<NoAssessment['missing'], string>> = {
  busy: 'AI was too busy to read this lead in time: no influence',
  unavailable: 'AI is unavailable: no influence',
};

export interface AiEffect {
  readonly entries: readonly LedgerEntry[];
  /** A capping concept that only the AI found. */
  readonly capping: Finding | null;
}

const MIN_DIFFERENCE = 5;

const NO_EFFECT: AiEffect = { entries: [], capping: null };

export function weighAi(
  assessment: Assessment | NoAssessment | null,
  reading: Reading,
  settings: Settings,
): AiEffect {
  if (assessment === null) return NO_EFFECT;
  if (!isRead(assessment)) {
    const missing = 'missing' in assessment && assessment.missing === 'busy' ? 'busy' : 'unavailable';
    return { ...NO_EFFECT, entries: [makeEntry('intent', 'ai-missing', 0, MISSING_TEXTS[missing])] };
  }
  const { present, absent } = validParts(assessment, reading.clauses.length);
  const known = new Map<Concept, Finding>(reading.findings.map((finding) => [finding.concept, finding]));
  const entries: LedgerEntry[] = [];
  for (const finding of present) {
    const entry = differenceOf(finding, known.get(finding.concept), reading, settings);
    if (entry !== null) entries.push(entry);
  }
  for (const concept of absent) {
    const finding = known.get(concept);
    // Answers to plain questions and counts are certain; only free text can be misread.
    const clause = finding === undefined ? undefined : reading.clauses[finding.clause];
    if (finding === undefined || clause?.question !== null || isPlain(concept, clause.text)) continue;
    if (assessment.unread?.includes(finding.clause)) continue;
    if (!isWeighed(concept, settings.concepts)) continue;
    const points = -pointsFor(settings.concepts[concept], finding.strength);
    const name = nameConcept(concept, finding.strength).toLowerCase();
    entries.push(
      makeEntry(
        'intent',
        `ai-not-${concept}`,
        points,
        `AI does not read “${name}” in ${quoteFinding(reading, finding.clause)}`,
      ),
    );
  }
  const limit = settings.aiInfluence;
  const sum = sumOf(entries);
  if (Math.abs(sum) > limit)
    entries.push(
      makeEntry(
        'intent',
        'ai-cap',
        Math.sign(sum) * limit - sum,
        `AI can move a score by at most ${limit} points`,
      ),
    );
  const isCapped = reading.findings.some(({ concept }) => isCapping(concept));
  return { entries, capping: isCapped ? null : worstCap(present) };
}

function worstCap(present: readonly Finding[]): Finding | null {
  for (const capping of CAPPING_BY_WEIGHT) {
    const found = present.find(({ concept }) => concept === capping);
    if (found !== undefined) return found;
  }
  return null;
}

function differenceOf(
  { concept, strength, clause }: Finding,
  known: Finding | undefined,
  reading: Reading,
  { concepts }: Settings,
): LedgerEntry | null {
  if (!isWeighed(concept, concepts)) return null;
  const before = known === undefined ? 0 : pointsFor(concepts[concept], known.strength);
  const points = pointsFor(concepts[concept], strength) - before;
  // Two readers rarely agree on strength, so only a large difference is worth an entry.
  if (points === 0 || (known !== undefined && Math.abs(points) < MIN_DIFFERENCE)) return null;
  const quote = quoteFinding(reading, known?.clause ?? clause);
  const reader =
    known === undefined ? 'read by AI' : `${strength > known.strength ? 'stronger' : 'weaker'} as read by AI`;
  return makeEntry(
    'intent',
    `ai-${concept}`,
    points,
    `${nameConcept(concept, strength)}: ${quote} (${reader})`,
  );
}
