// Saved views: named inbox filters.

import { type Static, Type } from 'typebox';
import { MAX_VIEW_NAME_LENGTH } from './limits.ts';

export const View = Type.Object(
  {
    view_id: Type.String(),
    name: Type.String(),
    query: Type.String({ description: 'The filters, as in the URL of the inbox.' }),
  },
  { title: 'View' },
);
export type View = Static<typeof View>;

export const ViewBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_VIEW_NAME_LENGTH }),
    query: Type.String({ maxLength: 2_000 }),
  },
  { additionalProperties: false, title: 'ViewRequest' },
);
export type ViewBody = Static<typeof ViewBody>;

export const ViewList = Type.Object(
  { success: Type.Literal(true), data: Type.Array(View) },
  { title: 'ViewList' },
);

export const ViewResult = Type.Object({ success: Type.Literal(true), data: View }, { title: 'ViewResult' });
