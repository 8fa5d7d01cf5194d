// How far an account is set up.

import { type Static, Type } from 'typebox';

export const SetupResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      is_connected: Type.Boolean({
        description: 'A key that can send leads has been used.',
      }),
      has_leads: Type.Boolean({ description: 'A lead has been received or imported.' }),
      has_team: Type.Boolean({ description: 'The account has at least two members.' }),
      has_alerts: Type.Boolean({ description: 'A webhook announces events, in Slack or elsewhere.' }),
      has_outcomes: Type.Boolean({ description: 'An outcome has been recorded.' }),
    }),
  },
  { title: 'SetupResult' },
);
export type SetupResult = Static<typeof SetupResult>;
export type Setup = SetupResult['data'];
