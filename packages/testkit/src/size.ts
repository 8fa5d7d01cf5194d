// How much a test does: a reduced size on every push, in full in the nightly run.

export const isNightly = process.env.NIGHTLY !== undefined;

export const sizeOf = (reduced: number, { inFull }: { readonly inFull: number }): number =>
  isNightly ? inFull : reduced;
