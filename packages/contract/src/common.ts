// Building blocks shared by several schemas.

import { Type } from 'typebox';

export const Moment = Type.String({ format: 'date-time' });

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);
