// Restores the scroll position in the list, and keeps it when leads above are added or removed.

import type { ListedLead } from '@leadline/contract';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { forgetPlace, recallPlace } from './remember-place.ts';

/** Runs after the router has scrolled to the top of the new page. */
export function useReturnToPlace(view: string, grid: RefObject<HTMLElement | null>): void {
  const [place] = useState(() => recallPlace(view));
  useEffect(() => {
    if (place === null) return;
    forgetPlace();
    const frame = requestAnimationFrame(() => {
      window.scrollTo(0, place.scrollY);
      grid.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [place, grid]);
}

/** Keeps the first visible lead in place, whatever changes above it. */
export function useKeepInView(
  leads: readonly ListedLead[],
  body: RefObject<HTMLElement | null>,
  firstIndexInView: () => number,
  rowHeight: number,
): void {
  const before = useRef(leads);
  const keep = useEffectEvent(() => {
    const old = before.current;
    before.current = leads;
    const first = firstIndexInView();
    if (first <= 0 || old[first]?.lead_id === leads[first]?.lead_id) return;
    const places = new Map(leads.map(({ lead_id }, index) => [lead_id, index]));
    const stayed = old.slice(first).find(({ lead_id }) => places.has(lead_id));
    if (stayed === undefined) return;
    const moved = (places.get(stayed.lead_id) ?? 0) - old.indexOf(stayed, first);
    if (moved === 0) return;
    skipAnimation(body.current);
    window.scrollBy({ top: moved * rowHeight, behavior: 'instant' });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only runs when the list changes
  useLayoutEffect(() => keep(), [leads]);
}

/** Rows slide to their new positions, except when the window scrolls with them. */
function skipAnimation(body: HTMLElement | null): void {
  body?.setAttribute('data-still', '');
  requestAnimationFrame(() => requestAnimationFrame(() => body?.removeAttribute('data-still')));
}
