// Conflicts are rare, so what announces them is loaded with the first.

import type { announceConflicts as announce } from './announce-conflicts.tsx';

export const announceConflicts: typeof announce = async (conflicts, announcement) => {
  if (conflicts.length === 0) return;
  const loaded = await import('./announce-conflicts.tsx');
  return loaded.announceConflicts(conflicts, announcement);
};
