// Stored leads: the list, one lead, its outcome, its replay.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { AiBlock, Grade, Lead } from './lead.ts';
import {
  MAX_DEAL_VALUE,
  MAX_OUTCOMES_PER_REQUEST,
  MAX_PAGE_SIZE,
  MAX_REASON_LENGTH,
  MAX_SEARCH_LENGTH,
} from './limits.ts';

export const Outcome = Type.Enum(['open', 'won', 'lost']);
export type Outcome = Static<typeof Outcome>;

export const ListQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: 50 })),
    cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
    sort: Type.Optional(
      Type.Enum(['newest', 'priority'], {
        description:
          '`priority`: whom to call first. The score, less two points for each day the lead has waited; of open ' +
          'leads only.',
      }),
    ),
    grade: Type.Optional(
      Type.String({
        pattern: '^(?:Hot|Warm|Cool|Cold|Spam)(?:,(?:Hot|Warm|Cool|Cold|Spam)){0,4}$',
        description: 'One grade, or several with commas: `Hot,Warm`.',
      }),
    ),
    min_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    max_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    source: Type.Optional(Type.String({ maxLength: MAX_SEARCH_LENGTH })),
    outcome: Type.Optional(Outcome),
    from: Type.Optional(
      Type.String({ format: 'date-time', description: 'Received at this moment or later.' }),
    ),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Received before this moment.' })),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_SEARCH_LENGTH,
        description:
          'The beginning of a name, a surname, an email address or a phone number; or a whole number, with or without the ' +
          'code of its country. Where more than 200 people match: those that match to the letter, then those who came ' +
          'last, among the first 2,000 of the alphabet.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

const RecordedOutcome = Type.Object({
  outcome: Outcome,
  at: Type.String({ format: 'date-time', description: 'When it happened.' }),
  amount: Nullable(Type.Number()),
  reason: Nullable(Type.String()),
  recorded_at: Moment,
  recorded_by: Nullable(Type.String({ description: '`user_…` or `key_…`; null for what was imported.' })),
});

export const ListedLead = Type.Object(
  {
    lead_id: Type.String(),
    person_id: Type.String(),
    received_at: Moment,
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    budget: Type.String({
      description: 'In the words of the lead, also where a question of the form asked for it.',
    }),
    source: Type.String(),
    score: Type.Integer(),
    grade: Grade,
    why: Type.String({ description: 'What speaks for or against it most, in one line.' }),
    priority_action: Type.String(),
    contact_grade: Type.String(),
    outcome: Outcome,
    decided: Type.Union([RecordedOutcome, Type.Null()], { description: 'Null while it is open.' }),
  },
  { title: 'ListedLead' },
);

export const LeadPage = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(ListedLead),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'LeadPage' },
);

const LedgerEntry = Type.Object({
  group: Type.String(),
  code: Type.String(),
  points: Type.Integer(),
  text: Type.String(),
});

/** What was read in a lead, and in which of its clauses. */
const Finding = Type.Object({
  concept: Type.String(),
  strength: Type.Integer({ minimum: 1, maximum: 2, description: '1: present; 2: strong.' }),
  clause: Type.Integer({ description: 'The clause that shows it, counted from 0.' }),
});

/** What the AI read in the lead, or why it read nothing. */
const Assessment = Type.Union([
  Type.Object({
    kind: Type.Enum(['buyer', 'information', 'support', 'job-seeker', 'vendor-pitch', 'spam', 'gibberish']),
    present: Type.Optional(Type.Array(Finding, { description: 'Concepts the AI is sure of.' })),
    absent: Type.Optional(
      Type.Array(Type.String(), { description: 'Concepts the AI is sure are not there.' }),
    ),
    unread: Type.Optional(
      Type.Array(Type.Integer(), { description: 'Clauses the AI did not read, counted from 0.' }),
    ),
    certainty: Type.Number({ minimum: 0, maximum: 1, description: 'How sure the AI is of its reading.' }),
    by: Type.String({ description: 'Which model.' }),
  }),
  Type.Object({ missing: Type.Enum(['busy', 'unavailable']) }),
]);

/** A result with everything it rests on. */
export const StoredScore = Type.Object(
  {
    version: Type.String(),
    settings_version: Type.String(),
    score: Type.Integer(),
    score_without_ai: Type.Integer(),
    grade: Grade,
    priority_action: Type.String(),
    closing_probability: Type.String(),
    contact_grade: Type.String(),
    ai: AiBlock,
    ledger: Type.Array(LedgerEntry, { description: 'The points; they add up to the score.' }),
    concepts: Type.Array(Finding, { description: 'What the engine read in the lead.' }),
    assessment: Nullable(Assessment),
  },
  { title: 'StoredScore' },
);

export const LeadDetail = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      lead_id: Type.String(),
      received_at: Moment,
      lead: Lead,
      result: StoredScore,
      person: Type.Object({
        person_id: Type.String(),
        lead_ids: Type.Array(Type.String(), {
          description: "The person's newest 100 leads, this one included.",
        }),
      }),
      outcome: Outcome,
      history: Type.Array(
        Type.Union([
          Type.Object({
            event: Type.Literal('scored'),
            at: Moment,
            version: Type.String(),
            score: Type.Integer(),
          }),
          Type.Object({ event: Type.Literal('outcome'), ...RecordedOutcome.properties }),
        ]),
        { description: 'Oldest first: that it was scored, and the newest 200 of its outcomes.' },
      ),
    }),
  },
  { title: 'LeadDetail' },
);

export const OutcomeBody = Type.Object(
  {
    outcome: Outcome,
    at: Type.Optional(
      Type.String({ format: 'date-time', description: 'When it happened; now if not given.' }),
    ),
    amount: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: MAX_DEAL_VALUE }))),
    reason: Type.Optional(Nullable(Type.String({ maxLength: MAX_REASON_LENGTH }))),
  },
  { additionalProperties: false, title: 'OutcomeRequest' },
);
export type OutcomeBody = Static<typeof OutcomeBody>;

export const OutcomeResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({ lead_id: Type.String(), ...RecordedOutcome.properties }),
  },
  { title: 'OutcomeResult' },
);

export const ReplayResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      lead_id: Type.String(),
      identical: Type.Boolean({
        description: 'Whether the same versions gave the same result, to the letter.',
      }),
      stored: StoredScore,
      replayed: StoredScore,
      differences: Type.Array(
        Type.Object({
          group: Type.String(),
          code: Type.String(),
          stored_points: Nullable(Type.Integer()),
          replayed_points: Nullable(Type.Integer()),
        }),
        { description: 'Entries whose points differ or that only one of the two has.' },
      ),
    }),
  },
  { title: 'ReplayResult' },
);

export const DeleteResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({ lead_id: Type.Optional(Type.String()), deleted: Type.Literal(true) }),
  },
  { title: 'DeleteResult' },
);

export const UsageResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      plan: Type.String(),
      month: Type.String({ description: '`YYYY-MM`, UTC.' }),
      used: Type.Integer(),
      limit: Nullable(Type.Integer({ description: 'Null: unlimited.' })),
      left: Nullable(Type.Integer()),
      resets_at: Moment,
    }),
  },
  { title: 'UsageResult' },
);

export type LeadPage = Static<typeof LeadPage>;
export type ListedLead = Static<typeof ListedLead>;
export type LeadDetail = Static<typeof LeadDetail>;
export type RecordedOutcome = Static<typeof RecordedOutcome>;
export type StoredScore = Static<typeof StoredScore>;
export type OutcomeResult = Static<typeof OutcomeResult>;
export type ReplayResult = Static<typeof ReplayResult>;
export type UsageResult = Static<typeof UsageResult>;

export const OutcomesBody = Type.Object(
  {
    lead_ids: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_OUTCOMES_PER_REQUEST,
      uniqueItems: true,
    }),
    outcome: Outcome,
    reason: Type.Optional(Type.String({ maxLength: MAX_REASON_LENGTH })),
  },
  { additionalProperties: false, title: 'OutcomesRequest' },
);
export type OutcomesBody = Static<typeof OutcomesBody>;

export const OutcomesResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      recorded: Type.Integer(),
      unknown: Type.Array(Type.String(), { description: 'Leads the account does not have.' }),
    }),
  },
  { title: 'OutcomesResult' },
);
export type OutcomesResult = Static<typeof OutcomesResult>;
