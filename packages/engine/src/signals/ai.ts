// AI: the difference that its concepts make, within a cap. Each entry names what the AI read that the rules did not, or
// the other way round.

import { type Assessment, heed, isRead, type NoAssessment } from '../assessment.ts';
import { CAPPING_BY_WEIGHT, type Concept, isCapping } from '../concepts/concepts.ts';
import { isPlain } from '../concepts/plain-signs.ts';
import type { Finding, Reading } from '../concepts/read-concepts.ts';
import { type LedgerEntry, makeEntry, sumOf } from '../ledger.ts';
import type { Settings } from '../settings.ts';
import { isWeighed, nameConcept, pointsFor, quoteFinding } from './concepts.ts';

const MISSING_TEXTS: Readonly<Record<NoAssessment['missing'], string>> = {
  busy: 'AI was too busy to read this lead in time: no influence',
  unavailable: 'AI is unavailable: no influence',
};

export interface AiSay {
  readonly entries: readonly LedgerEntry[];
  /** A concept that caps the score, which only the AI reads. */
  readonly capping: Finding | null;
}

const MIN_LEAP = 5;

const SILENT: AiSay = { entries: [], capping: null };

export function weighAi(
  assessment: Assessment | NoAssessment | null,
  reading: Reading,
  settings: Settings,
): AiSay {
  if (assessment === null) return SILENT;
  if (!isRead(assessment)) {
    const missing = 'missing' in assessment && assessment.missing === 'busy' ? 'busy' : 'unavailable';
    return { ...SILENT, entries: [makeEntry('intent', 'ai-missing', 0, MISSING_TEXTS[missing])] };
  }
  const { present, absent } = heed(assessment, reading.clauses.length);
  const known = new Map<Concept, Finding>(reading.findings.map((finding) => [finding.concept, finding]));
  const entries: LedgerEntry[] = [];
  for (const finding of present) {
    const entry = differenceOf(finding, known.get(finding.concept), reading, settings);
    if (entry !== null) entries.push(entry);
  }
  for (const concept of absent) {
    const finding = known.get(concept);
    // An answer to a plain question is certain, and so is a count; only what somebody writes can be misread.
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
  const most = settings.aiInfluence;
  const sum = sumOf(entries);
  if (Math.abs(sum) > most)
    entries.push(
      makeEntry('intent', 'ai-cap', Math.sign(sum) * most - sum, `AI moves a score by ${most} at most`),
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
  // Two readers seldom agree how strong a thing is; only a leap is worth a line.
  if (points === 0 || (known !== undefined && Math.abs(points) < MIN_LEAP)) return null;
  const quote = quoteFinding(reading, known?.clause ?? clause);
  const name = nameConcept(concept, strength).toLowerCase();
  const text =
    known === undefined
      ? `AI also reads: ${name}, ${quote}`
      : `AI reads this ${strength > known.strength ? 'more' : 'less'} strongly: ${name}, ${quote}`;
  return makeEntry('intent', `ai-${concept}`, points, text);
}
