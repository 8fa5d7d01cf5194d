import { Type } from 'typebox';
import { defineTool } from '../tool.ts';
import { showExplanation } from './explain-score.ts';

const field = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const tryScore = defineTool({
  name: 'try_score',
  title: 'Score without storing',
  description:
    'Scores a lead that isn’t in Leadline, such as an email the user pastes or an invented one, and explains the score. ' +
    'Stores nothing and counts toward no plan. Needs an email or a phone number. For leads that are stored already, use get_lead.',
  input: Type.Object(
    {
      name: field(200, 'The contact’s name.'),
      email: field(320, 'Email address.'),
      phone: field(100, 'Phone number, preferably as +12125550123.'),
      budget: field(500, 'As the lead wrote it: `$15k-20k`.'),
      message: field(10_000, 'What the lead wrote.'),
      source: field(200, 'Where the lead came from: google, referral, website …'),
    },
    { additionalProperties: false },
  ),
  effect: 'read',
  run: async ({ leads }, lead, options) => showExplanation(await leads.explain(lead, undefined, options)),
});
