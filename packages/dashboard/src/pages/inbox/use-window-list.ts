// Virtualizes the list: renders only the visible rows and the active one, wherever it is. The page itself scrolls.

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { RowSize } from './use-row-size.ts';

export interface WindowList {
  readonly indexes: readonly number[];
  readonly totalHeight: number;
  readonly isAtTop: boolean;
  readonly firstInView: () => number;
  readonly scrollTo: (index: number) => void;
}

const OVERSCAN = 5;
/** Space for the selection bar. */
const COVERED_BELOW = 72;

export function useWindowList(
  body: RefObject<HTMLElement | null>,
  count: number,
  activeIndex: number | null,
  { height, covered }: RowSize,
): WindowList {
  const top = useTopOf(body);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        if (activeIndex === null || activeIndex >= range.count || indexes.includes(activeIndex))
          return indexes;
        return activeIndex < range.startIndex ? [activeIndex, ...indexes] : [...indexes, activeIndex];
      },
      [activeIndex],
    ),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes it remembers belong to the old height
  useEffect(() => virtualizer.measure(), [height]);

  function scrollTo(index: number): void {
    const rowTop = readTop(body.current) + index * height;
    const { scrollY, innerHeight } = window;
    if (index === 0) window.scrollTo(0, 0);
    else if (rowTop < scrollY + covered) window.scrollTo(0, rowTop - covered);
    else if (rowTop + height > scrollY + innerHeight - COVERED_BELOW)
      window.scrollTo(0, rowTop + height - innerHeight + COVERED_BELOW);
  }

  return {
    indexes: virtualizer.getVirtualItems().map(({ index }) => index),
    totalHeight: count * height,
    isAtTop: useIsAtTop(body, covered),
    firstInView: () => Math.max(0, Math.ceil((window.scrollY + covered - readTop(body.current)) / height)),
    scrollTo,
  };
}

function readTop(element: HTMLElement | null): number {
  return element === null ? 0 : element.getBoundingClientRect().top + window.scrollY;
}

/** The element's offset from the top of the page. Measured when the page is resized, not while scrolling. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => setTop(Math.round(readTop(element.current))));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

/** Whether the first row is in view, based on the element just above it. */
function useIsAtTop(element: RefObject<HTMLElement | null>, covered: number): boolean {
  const [isAtTop, setAtTop] = useState(true);
  useEffect(() => {
    const line = element.current?.previousElementSibling;
    if (!line) return;
    const observer = new IntersectionObserver(
      ([entry]) => setAtTop(entry === undefined || entry.isIntersecting),
      { rootMargin: `-${covered}px 0px 0px 0px` },
    );
    observer.observe(line);
    return () => observer.disconnect();
  }, [element, covered]);
  return isAtTop;
}
