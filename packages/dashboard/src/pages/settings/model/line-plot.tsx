// A line chart of shares from @mantine/charts, in its own bundle because recharts is large. The table is the accessible
// version.

import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import classes from './line-plot.module.css';

export interface LinePlotProps {
  /** Describes the chart. */
  readonly label: string;
  /** Each item has its place under `x` and a share from 0 to 1 for each series. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly name: string; readonly color: string }[];
  readonly height: number;
  readonly formatX: (x: string) => string;
  readonly formatY: (share: number) => string;
}

/** From chance to certainty; lower if something does worse than chance. */
const Y_DOMAIN: [(min: number) => number, number] = [(min) => Math.min(0.5, Math.floor(min * 10) / 10), 1];

export function LinePlot({ label, data, series, height, formatX, formatY }: LinePlotProps) {
  return (
    <div role="img" aria-label={label}>
      <LineChart
        h={height}
        data={[...data]}
        dataKey="x"
        series={[...series]}
        curveType="linear"
        tickLine="none"
        xAxisProps={{ tickFormatter: formatX, minTickGap: 24, padding: { left: 16, right: 16 } }}
        yAxisProps={{ domain: Y_DOMAIN, tickCount: 6, width: 48 }}
        valueFormatter={formatY}
        withLegend
        legendProps={{ itemSorter: null, verticalAlign: 'bottom', height: 28 }}
        // Also called without a label, before the pointer is over the chart.
        tooltipProps={{ labelFormatter: (x) => (typeof x === 'string' ? formatX(x) : '') }}
        lineChartProps={{ margin: { top: 8, right: 12, bottom: 4, left: 4 } }}
        accessibilityLayer={false}
        classNames={{ root: classes.plot ?? '' }}
      />
    </div>
  );
}
