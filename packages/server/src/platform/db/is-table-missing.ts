/** Whether a statement names a table or a schema that doesn't exist. */
export const isTableMissing = (error: unknown): boolean =>
  ['42P01', '3F000'].includes((error as { code?: string }).code ?? '');
