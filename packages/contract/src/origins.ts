// The sites whose pages may use an account's intake URLs from a browser.

import { type Static, Type } from 'typebox';
import { MAX_ALLOWED_ORIGINS, MAX_ORIGIN_LENGTH } from './limits.ts';

export const AllowedOrigins = Type.Object(
  {
    origins: Type.Array(Type.String({ minLength: 1, maxLength: MAX_ORIGIN_LENGTH }), {
      maxItems: MAX_ALLOWED_ORIGINS,
      description: '`https://www.example.com`: scheme and host, and the port unless it is the default.',
    }),
  },
  { additionalProperties: false, title: 'AllowedOrigins' },
);
export type AllowedOrigins = Static<typeof AllowedOrigins>;

export const AllowedOriginsResult = Type.Object(
  { success: Type.Literal(true), data: AllowedOrigins },
  { title: 'AllowedOriginsResult' },
);
export type AllowedOriginsResult = Static<typeof AllowedOriginsResult>;
