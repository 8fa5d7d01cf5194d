// Training examples: the features of labelled clauses and of whole leads whose kind is known.

import { readdirSync, readFileSync } from 'node:fs';
import { parseLabels, readLabelled } from '../cases/concepts/labelled.ts';
import { type Clause, splitLead } from '../src/concepts/clauses.ts';
import { collectFeatures, openClause } from '../src/concepts/collect-features.ts';
import { CAPPING, CONCEPTS, type Concept, LEAD_SIGNS } from '../src/concepts/concepts.ts';
import { FeatureBuffer } from '../src/concepts/features.ts';
import { type Lead, readLead } from '../src/lead.ts';

/** When the leads were written, which "next month" is relative to. */
export const WRITTEN = new Date('2026-11-15T09:00:00Z');

export interface Example {
  /** The file, one per author. Authors repeat themselves, so cross-validation folds consist of whole files. */
  readonly file: string;
  readonly language: string;
  readonly features: Int32Array;
  /** By column: 0 absent, 1 present, 2 strong, -1 unknown. */
  readonly answers: Int8Array;
  readonly weight: number;
}

export interface LabelledExample {
  readonly of: string;
  readonly file: string;
  readonly language: string;
  readonly texts: readonly Clause[];
  readonly clauses: readonly Example[];
  readonly lead: Example;
}

/** A rewritten lead contains nothing new; it only teaches which words do not matter. */
const REWRITTEN_WEIGHT = 0.5;

export function readLabelledExamples(part: 'train' | 'held-out'): LabelledExample[] {
  const known = new Map(readKnown().map((one) => [one.of, one]));
  return readLabelled(part).flatMap(({ name, leads }) =>
    leads.map(({ of, language, clauses }) => {
      const weight = name.startsWith('rewritten') ? REWRITTEN_WEIGHT : 1;
      // A rewritten lead must be in the same fold as its original.
      const file = of.split('#')[0] as string;
      const texts = clauses.map(({ question, text }) => ({ question: question ?? null, text }));
      const features = readFeatures(texts);
      const labels = clauses.map((clause) => parseLabels(clause.labels));
      return {
        of,
        file,
        language,
        texts,
        clauses: features.map((found, index) => ({
          file,
          language,
          features: found,
          answers: Int8Array.from(CONCEPTS, (concept) => labels[index]?.get(concept) ?? 0),
          weight,
        })),
        lead: {
          file,
          language,
          features: mergeFeatures(features),
          answers: Int8Array.from([
            ...CAPPING.map((concept) =>
              labels.reduce((most, found) => Math.max(most, found.get(concept) ?? 0), 0),
            ),
            ...readSigns(known.get(of)),
          ]),
          weight,
        },
      };
    }),
  );
}

/** The capping concept of each kind in the older corpora, which say nothing about other concepts. */
const KINDS: Readonly<Record<string, Concept | null>> = {
  buyer: null,
  information: null,
  support: 'support',
  'job-seeker': 'job',
  'vendor-pitch': 'pitch',
  spam: 'scam',
  gibberish: 'fake',
};
const KNOWN_FROM_KIND: ReadonlySet<Concept> = new Set(['support', 'job', 'pitch', 'scam', 'fake']);

interface Known {
  readonly of: string;
  readonly kind: string;
  /** Judged leads only. */
  readonly tier?: string;
  /** Labelled messages only. */
  readonly intent?: number;
  readonly urgency?: number;
  readonly specificity?: number;
  readonly language: string;
  readonly lead?: Record<string, unknown>;
  readonly text?: string;
}

const CORPORA: readonly (readonly [name: string, folder: URL])[] = [
  ['judged', new URL('../cases/judged/tune/', import.meta.url)],
  ['messages', new URL('../../assessor/corpus/train/', import.meta.url)],
];

const readKnown = (): Known[] =>
  CORPORA.flatMap(([corpus, folder]) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .sort()
      .flatMap((name) =>
        readFileSync(new URL(name, folder), 'utf8')
          .split('\n')
          .flatMap((line, index) =>
            line === ''
              ? []
              : [
                  {
                    ...(JSON.parse(line) as Known),
                    of: `${corpus}/${name.replace('.ndjson', '')}#${index + 1}`,
                  },
                ],
          ),
      ),
  );

/** Leads and messages without labels, of which only the kind and a few signs are known. */
export function readKindExamples(isLabelled: ReadonlySet<string>): Example[] {
  return readKnown().flatMap((known) => {
    const lead = isLabelled.has(known.of) ? null : openLead(known);
    if (lead === null) return [];
    const kind = KINDS[known.kind];
    return [
      {
        file: known.of.split('#')[0] as string,
        language: known.language,
        features: mergeFeatures(readFeatures(splitLead(lead))),
        answers: Int8Array.from([
          ...CAPPING.map((concept) => (KNOWN_FROM_KIND.has(concept) ? (concept === kind ? 2 : 0) : -1)),
          ...readSigns(known),
        ]),
        weight: 1,
      },
    ];
  });
}

/** In the order of LEAD_SIGNS; -1 if unknown. */
function readSigns(known: Known | undefined): number[] {
  if (known === undefined) return LEAD_SIGNS.map(() => -1);
  const { kind, intent, urgency, specificity, tier } = known;
  const atLeast = (value: number | undefined, min: number): number =>
    value === undefined ? -1 : value >= min ? 2 : 0;
  const isTier = (...tiers: readonly string[]): number =>
    tier === undefined ? -1 : tiers.includes(tier) ? 2 : 0;
  return [
    kind === 'buyer' ? 2 : 0,
    atLeast(intent, 2),
    atLeast(intent, 3),
    atLeast(urgency, 1),
    atLeast(urgency, 2),
    atLeast(specificity, 2),
    isTier('good', 'call-now'),
    isTier('call-now'),
    isTier('weak', 'discard'),
  ];
}

const EMPTY_LEAD: Lead = {
  name: '',
  email: '',
  phone: '',
  budget: '',
  message: '',
  source: '',
  custom_fields: {},
};

function openLead({ lead, text }: Known): Lead | null {
  if (lead === undefined) return { ...EMPTY_LEAD, message: text ?? '' };
  const read = readLead(lead);
  return read.ok ? read.lead : null;
}

const buffer = new FeatureBuffer();

export function readFeatures(clauses: readonly Clause[]): Int32Array[] {
  return clauses.map((clause, index) => {
    collectFeatures(buffer, openClause(clause, WRITTEN), index, clauses.length, WRITTEN);
    return Int32Array.from(new Set(buffer.hashes.subarray(0, buffer.length)));
  });
}

const mergeFeatures = (features: readonly Int32Array[]): Int32Array =>
  Int32Array.from(new Set(features.flatMap((found) => [...found])));
