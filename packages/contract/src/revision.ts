// The revision of a lead, which keeps people from overwriting changes they haven't seen.

import { Type } from 'typebox';

export const Revision = Type.Integer({
  minimum: 1,
  description:
    'Goes up whenever the status, outcome, assignee, snooze or rescue from spam changes, no matter who changes it. Notes, feedback and ' +
    'scores leave it as it is.',
});

export const SeenRevision = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      'The revision of the lead as you have seen it. If it has changed since, the answer is 409 `changed_meanwhile` and ' +
      'nothing changes. Without it, the last write wins.',
  }),
);

export const SeenRevisions = Type.Optional(
  Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    description:
      'By lead ID, the revision of the lead as you have seen it. Leads that have changed since stay as they are and are ' +
      'returned in `conflicts`. For leads without a revision, the last write wins.',
  }),
);

export const Conflicts = Type.Array(Type.String(), {
  description: 'IDs of leads that have changed since the revision you sent; they stay as they are.',
});

export const NewRevisions = Type.Record(Type.String(), Type.Integer(), {
  description: 'By lead ID, the revisions of the others by now.',
});
