// That a session ended while a page was in use, kept over the full load that follows, for the page to sign in on.

const KEY = 'leadline.session-ended';

export function noteSessionEnd(): void {
  sessionStorage.setItem(KEY, 'yes');
}

/** Until somebody has signed in. */
export function hasSessionEnded(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

export function forgetSessionEnd(): void {
  sessionStorage.removeItem(KEY);
}
