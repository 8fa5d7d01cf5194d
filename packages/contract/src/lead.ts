// The three calls of the interface.

import { type Static, Type } from 'typebox';

const Text = (description: string) => Type.String({ description });

/** As documented; what arrives is read far more loosely (see `readLead` of the engine). */
export const LeadBody = Type.Object(
  {
    name: Type.Optional(Text("The contact's name.")),
    email: Type.Optional(Text('Email address. One of `email` and `phone` is required.')),
    phone: Type.Optional(Text('Phone number, best in international format (`+12125550123`).')),
    budget: Type.Optional(Text('The budget in the words of the lead: `10 Lakh`, `$15k-20k/mo`.')),
    message: Type.Optional(Text('What the lead wrote.')),
    source: Type.Optional(Text('Where the lead comes from: `google`, `referral`, `facebook` …')),
    custom_fields: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Further questions of the form and their answers.',
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
      'Numbers and booleans are taken as text, null as absent; unknown fields are kept as custom fields. ' +
      'Text fields hold 20,000 characters at most, custom fields are 200 at most, the whole body 256 KiB.',
  },
);

export const Lead = Type.Object({
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  budget: Type.String(),
  message: Type.String(),
  source: Type.String(),
  // Not a Record: its pattern for names would leave out questions with a line break.
  custom_fields: Type.Object({}, { additionalProperties: Type.String() }),
});

export const Grade = Type.Enum(['Hot', 'Warm', 'Cool', 'Cold', 'Spam'], {
  description: 'How good the lead is.',
});

export const AiBlock = Type.Object(
  {
    score: Type.Integer({ minimum: 0, maximum: 20, description: "The AI's own score of the message." }),
    max_score: Type.Integer({ description: 'The highest score the AI can give.' }),
    display: Type.String({ description: '`<score>/<max_score>`' }),
    impact: Type.Enum(['High', 'Medium', 'Low', 'None']),
    confidence: Type.Enum(['high', 'medium', 'low']),
    influence_applied: Type.Integer({ description: 'Points by which the AI moved the score.' }),
  },
  { title: 'AiBlock' },
);

export const ScoreData = Type.Object(
  {
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    grade: Grade,
    priority_action: Type.String({ description: 'What to do next.' }),
    closing_probability: Type.String({ description: '`<Band> (<low>-<high>%)`' }),
    reasons: Type.Array(Type.String(), { description: 'Why, in the order of application.' }),
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
          description: 'A scoring result (or its `data`) to explain instead of scoring the lead anew.',
        },
      ),
    ),
    api_key: Type.Optional(
      Type.String({ description: 'The key, when it is not in the header. The header wins.' }),
    ),
  },
  { title: 'ExplainRequest' },
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
  },
  { title: 'ExplainResult' },
);

export type ScoringResult = Static<typeof ScoringResult>;
export type ExplainResult = Static<typeof ExplainResult>;
