/** Whether the answer is an object with exactly these fields. */
export function hasExactly<Field extends string>(
  answer: unknown,
  fields: readonly Field[],
): answer is Readonly<Record<Field, unknown>> {
  if (typeof answer !== 'object' || answer === null) return false;
  return (
    Object.keys(answer).length === fields.length && fields.every((field) => Object.hasOwn(answer, field))
  );
}
