// Work on leads: status, snooze, next activity, assignee, notes and feedback; and the timeline that all of it is recorded in.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { Grade } from './lead.ts';
import { MAX_CONTACT_LENGTH, MAX_DEAL_VALUE, MAX_LEADS_PER_CHANGE, MAX_NOTE_LENGTH } from './limits.ts';
import { RecordedOutcome } from './recorded-outcome.ts';
import { Conflicts, NewRevisions, Revision, SeenRevision, SeenRevisions } from './revision.ts';

export const Status = Type.Enum(['new', 'contacted', 'qualified', 'unqualified', 'won', 'lost'], {
  description: 'Won and lost leads have an outcome; all others are open.',
});
export type Status = Static<typeof Status>;

export const ActivityKind = Type.Enum(['call', 'email', 'meeting']);
export type ActivityKind = Static<typeof ActivityKind>;

export const NextActivity = Type.Object(
  { kind: ActivityKind, at: Moment },
  { additionalProperties: false, description: 'What somebody plans to do about the lead, and when.' },
);
export type NextActivity = Static<typeof NextActivity>;

export const CallResult = Type.Enum(['reached', 'no_answer', 'wrong_number']);
export type CallResult = Static<typeof CallResult>;

const Assignee = Nullable(
  Type.String({ maxLength: 320, description: 'A member: `user_…` or the email. Null: nobody.' }),
);

const change = {
  status: Type.Optional(Status),
  amount: Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: MAX_DEAL_VALUE, description: 'Of a won deal.' })),
  ),
  snoozed_until: Type.Optional(
    Nullable(
      Type.String({
        format: 'date-time',
        description: 'Until then, the lead is not on the to-do list. Null: it is back on the list.',
      }),
    ),
  ),
  assignee: Type.Optional({
    ...Assignee,
    description:
      'Without it, a signed-in member who marks a lead that nobody has as contacted, qualified, won or lost becomes its assignee. API keys take no leads.',
  }),
  next_activity: Type.Optional({ ...Nullable(NextActivity), description: 'Null: nothing is planned.' }),
  done: Type.Optional(
    Type.Object(
      {
        kind: ActivityKind,
        result: Type.Optional({ ...CallResult, description: 'Only of a call.' }),
      },
      {
        additionalProperties: false,
        description:
          'What was done just now, for the timeline. A planned activity of this kind is done by it, unless the request ' +
          'plans another one. The status stays as it is.',
      },
    ),
  ),
  note: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_NOTE_LENGTH,
      description: 'Added to what was done or to the change of status; without both, a note of its own.',
    }),
  ),
};

export const WorkBody = Type.Object(
  { ...change, revision: SeenRevision },
  { additionalProperties: false, minProperties: 1, title: 'WorkRequest' },
);
export type WorkBody = Static<typeof WorkBody>;

export const BulkWorkBody = Type.Object(
  {
    lead_ids: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_LEADS_PER_CHANGE, uniqueItems: true }),
    ...change,
    revisions: SeenRevisions,
  },
  { additionalProperties: false, minProperties: 2, title: 'BulkWorkRequest' },
);
export type BulkWorkBody = Static<typeof BulkWorkBody>;

/** What a rep has done about a lead so far. */
export const workState = {
  status: Status,
  assignee: Nullable(Type.String({ description: '`user_…`' })),
  snoozed_until: Nullable(Moment),
  contacted_at: Nullable(
    Type.String({ format: 'date-time', description: 'When somebody first worked on the lead.' }),
  ),
  not_spam: Type.Boolean({
    description: 'Graded Spam, but a person said that it isn’t: so it is on the to-do list.',
  }),
  next_activity: Nullable(NextActivity),
  revision: Revision,
};

export const WorkResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({ lead_id: Type.String(), ...workState }),
  },
  { title: 'WorkResult' },
);
export type WorkResult = Static<typeof WorkResult>;

export const BulkWorkResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      changed: Type.Integer({ description: 'Leads that are now as requested, whatever they were before.' }),
      unknown: Type.Array(Type.String(), { description: 'IDs of leads the account does not have.' }),
      conflicts: Conflicts,
      revisions: NewRevisions,
    }),
  },
  { title: 'BulkWorkResult' },
);
export type BulkWorkResult = Static<typeof BulkWorkResult>;

export const Verdict = Type.Enum(['too_high', 'too_low', 'not_spam', 'spam', 'right']);
export type Verdict = Static<typeof Verdict>;

export const FeedbackBody = Type.Object(
  {
    verdict: Verdict,
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NOTE_LENGTH })),
    revision: SeenRevision,
  },
  { additionalProperties: false, title: 'FeedbackRequest' },
);
export type FeedbackBody = Static<typeof FeedbackBody>;

const contactText = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_CONTACT_LENGTH, description }));

export const ContactBody = Type.Object(
  {
    name: contactText('Empty: unknown.'),
    email: contactText('Empty if there is a phone number.'),
    phone: contactText('Empty if there is an email.'),
    company: contactText('Kept as the answer to the question for the company, or to one called “Company”.'),
    rescore: Type.Boolean({
      description:
        'Whether to score the lead again, with what the AI read then. Won and lost leads keep the score they were decided with.',
    }),
    revision: SeenRevision,
  },
  { additionalProperties: false, title: 'ContactRequest' },
);
export type ContactBody = Static<typeof ContactBody>;

const by = Type.String({ description: '`user_…`, `key_…`, `operator` or `worker`.' });
const modelVersion = Type.String({
  description: 'The learned model that took part; missing if the rules scored alone.',
});
const entry = { entry_id: Type.String(), at: Moment };

/** Something that happened to a lead. */
export const TimelineEntry = Type.Union([
  Type.Object({ ...entry, event: Type.Literal('received'), source: Type.String() }),
  Type.Object({
    ...entry,
    event: Type.Literal('scored'),
    version: Type.String(),
    settings_version: Type.String(),
    model_version: Type.Optional(modelVersion),
    score: Type.Integer(),
    grade: Grade,
  }),
  Type.Object({
    ...entry,
    event: Type.Literal('status'),
    by,
    status: Status,
    previous: Status,
    note: Nullable(Type.String()),
  }),
  Type.Object({ ...entry, event: Type.Literal('snoozed'), by, until: Nullable(Moment) }),
  Type.Object({ ...entry, event: Type.Literal('planned'), by, activity: Nullable(NextActivity) }),
  Type.Object({
    ...entry,
    event: Type.Literal('done'),
    by,
    kind: ActivityKind,
    result: Nullable(CallResult),
    note: Nullable(Type.String()),
  }),
  Type.Object({
    ...entry,
    event: Type.Literal('assigned'),
    by,
    assignee: Nullable(Type.String({ description: '`user_…`' })),
    previous: Nullable(Type.String()),
    rule: Type.Optional(Type.String({ description: 'The routing rule that chose the assignee.' })),
  }),
  Type.Object({ ...entry, event: Type.Literal('note'), by, text: Type.String() }),
  Type.Object({
    ...entry,
    event: Type.Literal('feedback'),
    by,
    verdict: Verdict,
    reason: Nullable(Type.String()),
    score: Type.Integer({ description: 'The score it is about.' }),
    grade: Grade,
  }),
  Type.Object({
    ...entry,
    event: Type.Literal('corrected'),
    by,
    corrections: Type.Array(
      Type.Object({
        field: Type.Enum(['name', 'email', 'phone', 'company']),
        from: Type.String(),
        to: Type.String(),
        question: Type.Optional(Type.String({ description: 'The one whose answer is the company.' })),
      }),
    ),
  }),
  Type.Object({
    ...entry,
    event: Type.Literal('rescored'),
    by,
    version: Type.String(),
    settings_version: Type.String(),
    model_version: Type.Optional(modelVersion),
    score: Type.Integer(),
    grade: Grade,
    previous: Type.Integer({ description: 'The score before.' }),
    previous_grade: Grade,
    previous_version: Type.String(),
    previous_settings_version: Type.String(),
    previous_model_version: Type.Optional(modelVersion),
  }),
  Type.Object({ ...RecordedOutcome.properties, entry_id: Type.String(), event: Type.Literal('outcome') }),
  Type.Object({
    ...entry,
    event: Type.Literal('delivered'),
    endpoint_id: Type.String(),
    type: Type.String({ description: 'Of the webhook event.' }),
    status: Type.Enum(['pending', 'delivered', 'failed']),
  }),
]);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const TeamMember = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Type.Enum(['viewer', 'rep', 'manager', 'owner']),
});
export type TeamMember = Static<typeof TeamMember>;

export const TeamResult = Type.Object(
  { success: Type.Literal(true), data: Type.Array(TeamMember) },
  { title: 'TeamResult' },
);
export type TeamResult = Static<typeof TeamResult>;
