// All rows have the same height, which depends on whether they are shown as lines or cards (same breakpoints as in
// lead-grid.module.css).

import { useMediaQuery } from '@mantine/hooks';

export interface RowSize {
  readonly height: number;
  /** Height covered at the top of the window by the column headers, or by the shell's top bar on phones. */
  readonly covered: number;
}

export function useRowSize(): RowSize {
  const options = { getInitialValueInEffect: false };
  const isCard = useMediaQuery('(max-width: 1023.98px)', false, options);
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, options);
  return { height: isPhone ? 142 : isCard ? 126 : 52, covered: isPhone ? 48 : isCard ? 0 : 34 };
}
