// The change of a figure against the period before, as an arrow and the number it changed from.

import { IconArrowDown, IconArrowRight, IconArrowUp, IconTilde } from '@tabler/icons-react';
import type { Trend } from './trends.ts';

interface TrendLineProps {
  readonly trend: Trend;
  readonly format: (before: number) => string;
  /** The figure now, as it is shown. */
  readonly shown?: string;
  /** Leaves the word to screen readers, where there is little room. */
  readonly isShort?: boolean;
  /** For durations: more is slower. */
  readonly isDuration?: boolean;
}

const TRENDS = {
  up: { Icon: IconArrowUp, word: 'Up' },
  down: { Icon: IconArrowDown, word: 'Down' },
  same: { Icon: IconArrowRight, word: 'Unchanged' },
  unclear: { Icon: IconTilde, word: 'No clear change' },
} as const;

const isChange = (direction: Trend['direction']): direction is 'up' | 'down' =>
  direction === 'up' || direction === 'down';

const PACES = { up: 'Slower', down: 'Faster' } as const;

export function TrendLine({ trend, format, shown, isShort = false, isDuration = false }: TrendLineProps) {
  const { direction, before } = trend;
  const { Icon, word } = TRENDS[direction];
  // A difference that rounding hides would read like a mistake.
  if (isChange(direction) && format(before) === shown) return <span>About the same as before</span>;
  if (isDuration && isChange(direction))
    return (
      <span>
        {PACES[direction]} than before ({format(before)})
      </span>
    );
  return (
    <>
      <Icon size={isShort ? 12 : 14} aria-hidden />
      <span>
        {isShort ? <span className="only-heard">{word} </span> : `${word} `}
        from {format(before)}
      </span>
    </>
  );
}
