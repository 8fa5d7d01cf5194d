// The bar chart, loaded when first shown.

import { lazy } from 'react';

export const BarPlot = lazy(async () => ({ default: (await import('./bar-plot.tsx')).BarPlot }));
