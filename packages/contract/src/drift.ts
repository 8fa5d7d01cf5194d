// What has shifted in an account's leads.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';

const figure = (description: string) =>
  Type.Object(
    {
      share: Type.Number({ description: 'From 0 to 1.' }),
      count: Type.Integer({ description: 'Leads with the level, or leads that were won.' }),
      leads: Type.Integer({ description: 'Leads received, or leads won or lost in time.' }),
    },
    { description },
  );

export const ModelDrift = Type.Object(
  {
    drift_id: Type.String(),
    kind: Type.Enum(['share', 'win_rate', 'calibration'], {
      description:
        '`share`: the share of leads with this source or answer. `win_rate`: how many of them were won. `calibration`: how many leads with the same shown chance of closing were won.',
    }),
    field: Nullable(Type.String({ description: '“Source” or a question. Null: all leads.' })),
    level: Nullable(Type.String({ description: 'The source or answer. Null: all leads.' })),
    text: Type.String({ description: 'The shift in a sentence.' }),
    before: figure('Before the shift. Of a calibration, `share` is that of leads with the same chances.'),
    after: figure('Since then, when it was found.'),
    shown_chance: Nullable(
      Type.Number({ description: 'The mean chance of closing that was shown; only of a calibration.' }),
    ),
    horizon_weeks: Nullable(
      Type.Integer({
        description: 'Outcomes count if they came within so many weeks after the lead. Null for shares.',
      }),
    ),
    since: Moment,
    status: Type.Enum(['open', 'acknowledged', 'passed', 'settled'], {
      description:
        '`acknowledged`: an owner has seen it. `passed`: the leads are as before again. `settled`: it has lasted for half a year, so it is normal now.',
    }),
    raised_at: Moment,
    closed_at: Nullable(Moment),
    closed_by: Nullable(Type.String({ description: '`user_…`, `key_…` or `worker`.' })),
  },
  { title: 'ModelDrift' },
);
export type ModelDrift = Static<typeof ModelDrift>;

export const ModelDrifts = Type.Object({
  looked_at: Nullable(Moment),
  drifts: Type.Array(ModelDrift, { description: 'Open ones first, then the latest. At most 50.' }),
});
export type ModelDrifts = Static<typeof ModelDrifts>;

export const ModelDriftsResult = Type.Object(
  { success: Type.Literal(true), data: ModelDrifts },
  {
    title: 'ModelDriftsResult',
    description: '`looked_at` is when it was last looked for drift; null before that.',
  },
);
export type ModelDriftsResult = Static<typeof ModelDriftsResult>;
