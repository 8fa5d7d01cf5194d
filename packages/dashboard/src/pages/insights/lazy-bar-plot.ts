// Bars that are loaded when a page shows them.

import { lazy } from 'react';

export const BarPlot = lazy(async () => ({ default: (await import('./bar-plot.tsx')).BarPlot }));
