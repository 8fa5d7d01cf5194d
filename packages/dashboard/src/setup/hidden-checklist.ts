// Remembers in this browser that a person has hidden the checklist of an account.

const keyOf = (accountId: string, userId: string): string => `leadline:setup-hidden:${accountId}:${userId}`;

/** Browsers can block storage; the checklist is then shown again after a reload. */
export function isChecklistHidden(accountId: string, userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(accountId, userId)) !== null;
  } catch {
    return false;
  }
}

export function hideChecklist(accountId: string, userId: string): void {
  try {
    localStorage.setItem(keyOf(accountId, userId), 'yes');
  } catch {
    // See above.
  }
}
