// One line of the command palette.

import type { Option } from '../components/option-list.tsx';

export interface Command extends Option {
  readonly run: () => void;
}
