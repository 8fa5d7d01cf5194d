// Remembers, across the page load that follows, that a session ended while a page was in use. The sign-in page says so.

const KEY = 'leadline.session-ended';

export function noteSessionEnd(): void {
  sessionStorage.setItem(KEY, 'yes');
}

/** True until somebody signs in. */
export function hasSessionEnded(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

export function forgetSessionEnd(): void {
  sessionStorage.removeItem(KEY);
}
