// A full load, after which nothing of the last person or account is in memory.

let isLeaving = false;

export function loadPage(path: string): void {
  isLeaving = true;
  window.location.assign(path);
}

/** Once, and not while the page is being left: requests that fail on the way must not call it back. */
export function reloadPage(): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.reload();
}
