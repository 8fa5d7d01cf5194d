// Building blocks shared by several schemas.

import { Type } from 'typebox';

export const Moment = Type.String({ format: 'date-time' });

export const TimeOfDay = Type.String({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['09:00'] });

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);
