// Full page loads, which clear the previous user's or account's data from memory.

let isLeaving = false;

export function loadPage(path: string): void {
  isLeaving = true;
  window.location.assign(path);
}

/** Reloads at most once, and never while navigating away, so that requests failing meanwhile can't cancel it. */
export function reloadPage(): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.reload();
}
