// The bodies of error responses.

import { type Static, Type } from 'typebox';
import { ERRORS, type ErrorCode } from './errors.ts';

const sentence = Type.String({
  description: 'What is wrong and how to fix it, for people. The wording may change at any time.',
});

/** The three interface calls have a fixed error body, so the code is only in the `X-Error-Code` header. */
export const InterfaceError = Type.Object(
  { success: Type.Literal(false), error: sentence },
  { title: 'InterfaceError', additionalProperties: false },
);
export type InterfaceError = Static<typeof InterfaceError>;

export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    code: Type.Unsafe<ErrorCode>(
      Type.String({
        enum: Object.keys(ERRORS),
        description: 'What is wrong, for programs. Codes never change their meaning.',
      }),
    ),
    error: sentence,
    field: Type.Optional(Type.String({ description: 'The invalid field, if there is one.' })),
    import_ids: Type.Optional(
      Type.Array(Type.String(), { description: 'With `import_in_progress`: the imports to wait for.' }),
    ),
  },
  { title: 'Error', additionalProperties: false },
);
export type ErrorBody = Static<typeof ErrorBody>;
