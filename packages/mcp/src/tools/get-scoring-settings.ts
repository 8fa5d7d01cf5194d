import { Type } from 'typebox';
import { own } from '../data-marks.ts';
import { findNumber } from '../setting-paths.ts';
import { defineTool } from '../tool.ts';

/** As the API names them. */
const GROUPS = [
  'grades',
  'typicalDeal',
  'asks',
  'answers',
  'contact',
  'budget',
  'source',
  'others',
  'limits',
] as const;

export const getScoringSettings = defineTool({
  name: 'get_scoring_settings',
  title: 'Read the scoring settings',
  description:
    'How many points everything is worth in this account: what leads ask for, urgency (answers.when), need, authority, budget, ' +
    'source, and from which score a lead is Hot, Warm or Cool. Each line is a path, its value, its range and its meaning. ' +
    'Use it before preview_settings, for the paths and the values of today; name the group if you need only one.',
  input: Type.Object(
    {
      group: Type.Optional(
        Type.Enum([...GROUPS], {
          type: 'string',
          description:
            '`asks`: what leads ask for. `answers`: what they say, such as urgency, need, authority or obstacles. `others`: what ' +
            'isn’t a sale. Without it, all groups.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  effect: 'read',
  run: async ({ settings }, { group: wanted }, options) => {
    const { live, groups } = await settings.get(options);
    const shown = groups.filter(({ id }) => wanted === undefined || id === wanted);
    return {
      version: live.version,
      groups: shown.map((group) => ({
        about: own(`${group.label}: ${group.about}`),
        settings: group.settings.map(({ path, label, min, max }) =>
          own(`${path} = ${findNumber(live.settings, path)} (${min} to ${max}): ${label}`),
        ),
      })),
    };
  },
});
