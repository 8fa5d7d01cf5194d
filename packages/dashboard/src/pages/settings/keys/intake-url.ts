// The URL that contains an intake key.

import { fillPath, PATHS } from '@leadline/contract/paths';

export const intakeUrl = (key: string): string =>
  window.location.origin + fillPath(PATHS.intake, { token: key });
