// The three interface calls: webhook, score and explain.

import { type Static, Type } from 'typebox';

const Text = (description: string) => Type.String({ description });

/** Only used for documentation. The engine's `readLead` accepts much more than this. */
export const LeadBody = Type.Object(
  {
    name: Type.Optional(Text("The contact's name.")),
    email: Type.Optional(Text('Email address. Either `email` or `phone` is required.')),
    phone: Type.Optional(Text('Phone number, preferably in international format (`+12125550123`).')),
    budget: Type.Optional(Text('The budget as the lead wrote it: `10 Lakh`, `$15k-20k/mo`.')),
    message: Type.Optional(Text('What the lead wrote.')),
    source: Type.Optional(Text('Where the lead came from: `google`, `referral`, `facebook` …')),
    custom_fields: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Other questions on the form and their answers.',
      }),
    ),
  },
  {
    title: 'Lead',
    additionalProperties: true,
    examples: [
      {
        name: 'Ana Lopez',
        email: 'ana@acme.com',
        phone: '+12125550123',
        budget: '$15k-20k',
        message: 'We need 40 laptops by Friday',
        source: 'google',
        custom_fields: { 'When do you want to start?': 'Now' },
      },
    ],
    description:
      'Numbers and booleans are read as text, null as missing; unknown fields become custom fields. ' +
      'Limits: 20,000 characters per text field, 200 custom fields, 256 KiB for the whole body.',
  },
);

export const Lead = Type.Object({
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  budget: Type.String(),
  message: Type.String(),
  source: Type.String(),
  // Not a Record, because its key pattern doesn't match questions that contain a line break.
  custom_fields: Type.Object({}, { additionalProperties: Type.String() }),
});

export const Grade = Type.Enum(['Hot', 'Warm', 'Cool', 'Cold', 'Spam'], {
  description: 'How good the lead is.',
});

export const AiBlock = Type.Object(
  {
    score: Type.Integer({ minimum: 0, maximum: 20, description: 'How the AI rates the message.' }),
    max_score: Type.Integer({ description: 'The highest score the AI can give.' }),
    display: Type.String({ description: '`<score>/<max_score>`' }),
    impact: Type.Enum(['High', 'Medium', 'Low', 'None']),
    confidence: Type.Enum(['high', 'medium', 'low']),
    influence_applied: Type.Integer({ description: 'Points the AI added to or took from the score.' }),
  },
  { title: 'AiBlock' },
);

export const ScoreData = Type.Object(
  {
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    grade: Grade,
    priority_action: Type.String({ description: 'What to do next.' }),
    closing_probability: Type.String({ description: '`<Band> (<low>-<high>%)`' }),
    reasons: Type.Array(Type.String(), {
      description: 'The reasons for the score, in the order they were applied.',
    }),
    ai: AiBlock,
    contact_grade: Type.Enum(['A', 'B', 'C', 'D', 'E', 'F'], { description: 'Quality of the contact data.' }),
  },
  { title: 'ScoreData' },
);

export const ScoringResult = Type.Object(
  {
    success: Type.Literal(true),
    version: Type.String({ description: 'Version of the scoring engine.' }),
    lead_id: Type.String(),
    data: ScoreData,
  },
  { title: 'ScoringResult' },
);

export const ExplainBody = Type.Object(
  {
    lead: LeadBody,
    score_data: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'A scoring result, or its `data`, to explain instead of scoring the lead again.',
        },
      ),
    ),
    api_key: Type.Optional(
      Type.String({ description: 'The API key, if it is not in the header. The header wins.' }),
    ),
  },
  { title: 'ExplainRequest' },
);

/** How likely the lead is to be won. */
export const Closing = Type.Object(
  {
    probability: Type.Number({ minimum: 0, maximum: 1 }),
    low: Type.Number({ minimum: 0, maximum: 1 }),
    high: Type.Number({ minimum: 0, maximum: 1 }),
    basis: Type.String({ description: '“412 outcomes”, or “stated prior” if nothing was measured.' }),
  },
  { title: 'Closing', description: 'The chance of closing, with the range it is in with 90 % certainty.' },
);

const Lines = Type.Array(Type.String());

export const ExplainResult = Type.Object(
  {
    success: Type.Literal(true),
    version: Type.String(),
    data: Type.Object({
      headline: Type.String(),
      summary: Type.String(),
      strengths: Lines,
      concerns: Lines,
      next_steps: Lines,
      what_would_change: Lines,
    }),
    closing: Closing,
  },
  { title: 'ExplainResult' },
);

export type ScoringResult = Static<typeof ScoringResult>;
export type ExplainResult = Static<typeof ExplainResult>;
