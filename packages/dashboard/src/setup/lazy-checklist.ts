// The checklist, loaded when first shown: the inbox only needs it while there are no leads.

import { lazy } from 'react';

export const LazyChecklist = lazy(async () => ({ default: (await import('./checklist.tsx')).Checklist }));
