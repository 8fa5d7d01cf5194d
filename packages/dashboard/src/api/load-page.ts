// Full page loads, which clear all data of the last person or account from memory.

let isLeaving = false;

export function loadPage(path: string): void {
  isLeaving = true;
  window.location.assign(path);
}

/** Reloads once, and not while leaving the page: requests that fail on the way must not cancel the navigation. */
export function reloadPage(): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.reload();
}
