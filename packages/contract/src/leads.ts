// Stored leads: list, detail, outcomes and replay.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { AiBlock, Closing, Grade, Lead } from './lead.ts';
import {
  MAX_DEAL_VALUE,
  MAX_LISTED_VALUES,
  MAX_OUTCOMES_PER_REQUEST,
  MAX_PAGE_SIZE,
  MAX_REASON_LENGTH,
  MAX_SEARCH_LENGTH,
} from './limits.ts';
import { Outcome, RecordedOutcome } from './recorded-outcome.ts';
import { Conflicts, NewRevisions, Revision, SeenRevision, SeenRevisions } from './revision.ts';
import { TimelineEntry, workState } from './work.ts';

/** Comma-separated values, each one of `words`. */
const listOf = (words: string, most: number, description: string) =>
  Type.Optional(Type.String({ pattern: `^(?:${words})(?:,(?:${words})){0,${most - 1}}$`, description }));

/** Which leads to list, count or export. */
const filters = {
  work: Type.Optional(
    Type.Enum(['todo', 'in_progress', 'snoozed'], {
      description:
        'Open leads only. `todo`: new and not snoozed, or any whose snooze has ended; without spam unless `grade` ' +
        'includes it or somebody said that it isn’t spam. `in_progress`: contacted or qualified, and not snoozed.',
    }),
  ),
  status: listOf(
    'new|contacted|qualified|unqualified|won|lost',
    6,
    'One status, or several separated by commas: `contacted,qualified`.',
  ),
  assignee: listOf(
    'me|none|user_[0-9a-f]{32}',
    MAX_LISTED_VALUES,
    'One or several, separated by commas: `user_…`, `me` for the signed-in user, `none` for unassigned leads.',
  ),
  grade: listOf('Hot|Warm|Cool|Cold|Spam', 5, 'One grade, or several separated by commas: `Hot,Warm`.'),
  min_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  max_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  source: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_SEARCH_LENGTH }), {
      minItems: 1,
      maxItems: MAX_LISTED_VALUES,
      description:
        'Repeat it for several sources: `source=google&source=referral`. Empty for leads without a source: `source=`.',
    }),
  ),
  country: listOf(
    '[A-Z]{2}',
    MAX_LISTED_VALUES,
    'Of the phone number: one ISO 3166 code, or several separated by commas: `GB,IE`.',
  ),
  import: Type.Optional(
    Type.String({ pattern: '^imp_[0-9a-f]{32}$', description: 'Only leads of this import.' }),
  ),
  outcome: Type.Optional(Outcome),
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only leads received at or after this time.' }),
  ),
  to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only leads received before this time.' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SEARCH_LENGTH,
      description:
        'Words that all have to occur in the name, company, domain, email, phone number or message. Any part of a ' +
        'word matches; one or two characters match the start of a word.',
    }),
  ),
};

const sort = Type.Optional(
  Type.Enum(['newest', 'oldest', 'priority', 'score', 'returns', 'closed', 'next'], {
    description:
      '`priority`: the score minus two points for each day the lead has been waiting. Only for open leads. ' +
      '`score`: highest first. `returns`: only snoozed leads, the first to come back first. `closed`: only won and ' +
      'lost leads, the last to be decided first. `next`: only leads in progress, the next activity that is due first and ' +
      'leads without one last.',
  }),
);

export const ListQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: 50 })),
    cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
    sort,
    ...filters,
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

export const CountsQuery = Type.Object(filters, { additionalProperties: false });
export type CountsQuery = Static<typeof CountsQuery>;

export const LeadExportQuery = Type.Object({ sort, ...filters }, { additionalProperties: false });
export type LeadExportQuery = Static<typeof LeadExportQuery>;

const company = Type.String({
  description: 'From an answer, the message or the business domain of the email. Empty if unknown.',
});
const title = Type.String({ description: 'The job title. Empty if unknown.' });

export const ListedLead = Type.Object(
  {
    lead_id: Type.String(),
    person_id: Type.String(),
    received_at: Moment,
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    company,
    title,
    country: Type.String({ description: 'ISO 3166 code, from the phone number. Empty if unknown.' }),
    budget: Type.String({
      description: 'As the lead wrote it, in the budget field or in an answer.',
    }),
    source: Type.String(),
    score: Type.Integer(),
    grade: Grade,
    why: Type.String({ description: 'The main strength or concern, in one line.' }),
    priority_action: Type.String(),
    contact_grade: Type.String(),
    outcome: Outcome,
    decided: Type.Union([RecordedOutcome, Type.Null()], { description: 'Null for open leads.' }),
    ...workState,
  },
  { title: 'ListedLead', description: 'Texts of the lead are cut after 500 characters.' },
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

const SALE_ASKS = [
  'emergency',
  'order',
  'book',
  'demo',
  'quote',
  'price',
  'call',
  'availability',
  'info',
  'interest',
  'none',
] as const;

const OTHER_ASKS = [
  'reschedule',
  'support',
  'complaint',
  'leave',
  'job',
  'pitch',
  'partner',
  'press',
  'study',
  'donation',
  'scam',
  'fake',
] as const;

const shownBy = {
  probability: Type.Number({ minimum: 0, maximum: 1, description: 'How sure the reader is.' }),
  clause: Type.Integer({
    minimum: -1,
    description: 'The clause that shows it, counted from 0; -1 if none does.',
  }),
};

const answer = (description: string) =>
  Type.Object({ value: Type.Enum([0, 1, 2]), ...shownBy }, { description });

/** What a lead answers to the questions that a salesperson asks of it. */
const Answers = Type.Object(
  {
    ask: Type.Object(
      { value: Type.Enum([...SALE_ASKS, ...OTHER_ASKS]), ...shownBy },
      { description: `What they ask for. Not a sale: ${OTHER_ASKS.map((ask) => `\`${ask}\``).join(', ')}.` },
    ),
    doubt: Nullable(
      Type.Object(
        { value: Type.Enum([...OTHER_ASKS]), ...shownBy },
        { description: 'What a lead that is read as a sale may be instead; null if that is clear.' },
      ),
    ),
    what: answer('What exactly they need. 0: not said; 1: named; 2: specific, such as a quantity.'),
    when: answer('When. 0: not said; 1: in the coming months; 2: within two weeks, or a fixed date.'),
    who: answer('Who they are. 0: not known; 1: a plausible organization or owner; 2: decides.'),
    decided: answer('How decided they are. 0: not said; 1: leaning towards buying; 2: decided.'),
    happened: answer('What happened. 0: not said; 1: something changed; 2: a serious failure or pressure.'),
    way: answer('What is in the way. 0: nothing; 1: something; 2: not now, no money or no say.'),
  },
  { title: 'Answers', description: 'What the lead says to the questions of a salesperson.' },
);

/** How the AI answers the same questions, or why there is no assessment. */
const Assessment = Type.Union([
  Type.Object({
    kind: Type.Enum(['buyer', 'information', 'support', 'job-seeker', 'vendor-pitch', 'spam', 'gibberish']),
    answers: Answers,
    unread: Type.Optional(
      Type.Array(Type.Integer(), { description: 'Clauses the AI did not read, counted from 0.' }),
    ),
    certainty: Type.Number({ minimum: 0, maximum: 1, description: 'How sure the AI is.' }),
    by: Type.String({ description: 'The model.' }),
  }),
  Type.Object({ missing: Type.Enum(['busy', 'unavailable']) }),
]);

/** A score with everything needed to explain it. */
export const StoredScore = Type.Object(
  {
    version: Type.String(),
    settings_version: Type.String(),
    model_version: Nullable(
      Type.String({ description: 'The learned model that took part; null if the rules scored alone.' }),
    ),
    score: Type.Integer(),
    score_without_ai: Type.Integer(),
    grade: Grade,
    priority_action: Type.String(),
    closing_probability: Type.String(),
    closing: Closing,
    contact_grade: Type.String(),
    ai: AiBlock,
    ledger: Type.Array(LedgerEntry, { description: 'Entries whose points add up to the score.' }),
    answers: Answers,
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
      company,
      title,
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
        { description: 'Oldest first: when it was scored, and its newest 200 outcomes.' },
      ),
      ...workState,
      timeline: Type.Array(TimelineEntry, {
        description:
          'Oldest first: everything that happened to the lead, of each kind the newest 300, and the deliveries of the ' +
          'newest events, at most 200.',
      }),
    }),
  },
  { title: 'LeadDetail' },
);

export const OutcomeBody = Type.Object(
  {
    outcome: Outcome,
    at: Type.Optional(Type.String({ format: 'date-time', description: 'When it happened. Default: now.' })),
    amount: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: MAX_DEAL_VALUE }))),
    reason: Type.Optional(Nullable(Type.String({ maxLength: MAX_REASON_LENGTH }))),
    revision: SeenRevision,
  },
  { additionalProperties: false, title: 'OutcomeRequest' },
);
export type OutcomeBody = Static<typeof OutcomeBody>;

export const OutcomeResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({ lead_id: Type.String(), ...RecordedOutcome.properties, revision: Revision }),
  },
  { title: 'OutcomeResult' },
);

export const ReplayResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      lead_id: Type.String(),
      identical: Type.Boolean({
        description: 'Whether the same versions gave exactly the same result.',
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
        { description: 'Entries whose points differ, or that only one result has.' },
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
      spam: Type.Object(
        {
          not_counted: Type.Integer({ description: 'Leads graded Spam, which are not in `used`.' }),
          limit: Nullable(
            Type.Integer({ description: 'Further leads graded Spam are rejected. Null: unlimited.' }),
          ),
        },
        {
          description:
            'Leads graded Spam don’t count, unless they were imported or somebody says they aren’t.',
        },
      ),
      resets_at: Moment,
      storage: Type.Object(
        {
          used_bytes: Type.Integer(),
          limit_bytes: Nullable(Type.Integer({ description: 'Null: unlimited.' })),
        },
        { description: 'What the account stores, test leads included. Deleting leads frees it.' },
      ),
    }),
  },
  { title: 'UsageResult' },
);

export type LeadPage = Static<typeof LeadPage>;
export type ListedLead = Static<typeof ListedLead>;
export type LeadDetail = Static<typeof LeadDetail>;
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
    revisions: SeenRevisions,
  },
  { additionalProperties: false, title: 'OutcomesRequest' },
);
export type OutcomesBody = Static<typeof OutcomesBody>;

export const OutcomesResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      recorded: Type.Integer(),
      unknown: Type.Array(Type.String(), { description: 'IDs of leads the account does not have.' }),
      conflicts: Conflicts,
      revisions: NewRevisions,
    }),
  },
  { title: 'OutcomesResult' },
);
export type OutcomesResult = Static<typeof OutcomesResult>;
