// Walks through a page with the Tab key: everything focusable must be reachable, visibly focused, and not trap the focus.

import type { Page } from 'playwright-core';

export interface Walk {
  /** The focused elements in order, as `tag name`. */
  readonly reached: string[];
  readonly missed: string[];
  /** Elements that look the same with and without focus. */
  readonly unseen: string[];
  /** Whether Tab returned to the start. */
  readonly isRound: boolean;
}

/** Focus styles are animated, so they take a moment to appear and disappear. */
const TRANSITION_MS = 250;

interface Step {
  readonly id: number;
  readonly name: string;
  readonly isSeen: boolean;
}

export async function walkByKeyboard(page: Page): Promise<Walk> {
  const expected = await page.evaluate(prepareWalk, TRANSITION_MS);
  const steps: Step[] = [];
  let isRound = false;
  for (let presses = 0; presses < expected.length * 2 + 20 && !isRound; presses++) {
    await page.keyboard.press('Tab');
    let step = await page.evaluate(lookAtFocus);
    // More often on a busy machine.
    for (let looks = 0; step?.isSeen === false && looks < 4; looks++) {
      await page.waitForTimeout(TRANSITION_MS);
      step = await page.evaluate(lookAtFocus);
    }
    if (step === null || step.id === steps[0]?.id) isRound = steps.length > 0;
    else steps.push(step);
  }
  const ids = new Set(steps.map(({ id }) => id));
  return {
    reached: steps.map(({ name }) => name),
    missed: expected.filter(({ id }) => !ids.has(id)).map(({ name }) => name),
    unseen: steps.filter(({ isSeen }) => !isSeen).map(({ name }) => name),
    isRound,
  };
}

/** Runs on the page: lists what Tab has to reach, and records how each element looks without focus. */
async function prepareWalk(transitionMs: number): Promise<{ id: number; name: string }[]> {
  const LOOKS = [
    'outline',
    'boxShadow',
    'borderColor',
    'backgroundColor',
    'textDecoration',
    'opacity',
  ] as const;
  const looks = new Map<Element, string>();
  const ids = new Map<Element, number>();
  const idOf = (element: Element): number => {
    if (!ids.has(element)) ids.set(element, ids.size);
    return ids.get(element) ?? -1;
  };
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? '').trim().slice(0, 60)}`;
  // The focus ring may be on the element's parent, or next to a hidden input, as for switches.
  const readLook = (element: Element): string =>
    [element, element.parentElement, element.nextElementSibling, element.parentElement?.nextElementSibling]
      .filter((each) => each instanceof Element)
      .map((each) => {
        const style = getComputedStyle(each);
        return LOOKS.map((property) => style[property]).join(' ');
      })
      .join('|');
  const isTabbable = (element: HTMLElement): boolean => {
    if (element.tabIndex < 0 || element.closest('[inert], :disabled, [aria-hidden=true]') !== null)
      return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    const group = [
      ...document.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(element.name)}"]`),
    ];
    return element.checked || (group[0] === element && !group.some(({ checked }) => checked));
  };
  // Tab continues from the last focused position, even if that element is gone: here, from the very beginning.
  const start = document.createElement('span');
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus();
  start.remove();
  await new Promise((resolve) => setTimeout(resolve, transitionMs));
  const tabbable = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]',
    ),
  ].filter(isTabbable);
  for (const element of tabbable) looks.set(element, readLook(element));
  Object.assign(window, {
    lookAtFocus: (): Step | null => {
      const element = document.activeElement;
      if (element === null || element === document.body || element === document.documentElement) return null;
      const before = looks.get(element);
      return {
        id: idOf(element),
        name: nameOf(element),
        isSeen: before === undefined || before !== readLook(element),
      };
    },
  });
  return tabbable.map((element) => ({ id: idOf(element), name: nameOf(element) }));
}

function lookAtFocus(): Step | null {
  return (window as unknown as { lookAtFocus(): Step | null }).lookAtFocus();
}
