// Rows are of one height, which depends on whether they are lines or cards (lead-grid.module.css has the same bounds).

import { useMediaQuery } from '@mantine/hooks';

export interface RowSize {
  readonly height: number;
  /** What lies over the top of the window: the heads of the columns, or the shell's bar on a phone. */
  readonly covered: number;
}

export function useRowSize(): RowSize {
  const options = { getInitialValueInEffect: false };
  const isCard = useMediaQuery('(max-width: 1023.98px)', false, options);
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, options);
  return { height: isCard ? 98 : 52, covered: isPhone ? 48 : isCard ? 0 : 34 };
}
