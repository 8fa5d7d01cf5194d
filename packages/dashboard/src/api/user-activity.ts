// Whether somebody is using the page. Requests that it makes on its own, such as polling, must not keep the session of an
// unattended computer alive.

const IDLE_AFTER_MS = 60_000;
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const;

/** Opening a page is a use. */
let lastInputAt = Date.now();

export function watchUserActivity(): void {
  const note = (): void => {
    lastInputAt = Date.now();
  };
  for (const type of INPUTS) window.addEventListener(type, note, { capture: true, passive: true });
}

export const isUnattended = (): boolean => Date.now() - lastInputAt > IDLE_AFTER_MS;
