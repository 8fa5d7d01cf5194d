// Finds the place in the list again, and keeps it while leads come and go above it.

import type { ListedLead } from '@leadline/contract';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { forgetPlace, recallPlace } from './remember-place.ts';

/** After the router has scrolled the new page to its top. */
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

/** Whatever changes above the first lead in view, that lead stays where it is. */
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
    standStill(body.current);
    window.scrollBy({ top: moved * rowHeight, behavior: 'instant' });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list has changed
  useLayoutEffect(() => keep(), [leads]);
}

/** Rows glide to new places; not when the window moves along with them. */
function standStill(body: HTMLElement | null): void {
  body?.setAttribute('data-still', '');
  requestAnimationFrame(() => requestAnimationFrame(() => body?.removeAttribute('data-still')));
}
