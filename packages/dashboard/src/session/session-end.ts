// Remembers across a page load that the session ended while someone was using the page, so that sign-in can say so.

const KEY = 'leadline.session-ended';

export function noteSessionEnd(): void {
  sessionStorage.setItem(KEY, 'yes');
}

/** True until someone signs in again. */
export function hasSessionEnded(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

export function forgetSessionEnd(): void {
  sessionStorage.removeItem(KEY);
}
