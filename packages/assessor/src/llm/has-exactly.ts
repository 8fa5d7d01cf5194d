/** Whether an answer is an object with these fields and no others. */
export function hasExactly<Field extends string>(
  answer: unknown,
  fields: readonly Field[],
): answer is Readonly<Record<Field, unknown>> {
  if (typeof answer !== 'object' || answer === null) return false;
  return (
    Object.keys(answer).length === fields.length && fields.every((field) => Object.hasOwn(answer, field))
  );
}
