// The line chart, loaded when first shown.

import { lazy } from 'react';

export const LinePlot = lazy(async () => ({ default: (await import('./line-plot.tsx')).LinePlot }));
