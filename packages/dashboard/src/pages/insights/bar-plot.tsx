// A bar chart from @mantine/charts, in its own bundle because recharts is large. The table is the accessible version.

import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatCount } from '../../components/format-number.ts';
import classes from './bar-plot.module.css';
import { type BarPart, BarTooltip } from './bar-tooltip.tsx';

export interface BarPlotProps {
  /** Describes the chart. */
  readonly label: string;
  /** Each item has its label under `x` and a number for each series; `color` sets the color of one bar. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly name: string; readonly color: string }[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly height: number;
  readonly isStacked?: boolean;
  /** Horizontal bars, with their labels on the left. */
  readonly isHorizontal?: boolean;
  readonly showsValues?: boolean;
  readonly formatX?: (x: string) => string;
  /** The heading of the tooltip. */
  readonly formatTitle?: (x: string) => string;
}

export function BarPlot({
  label,
  data,
  series,
  xLabel,
  yLabel,
  height,
  isStacked = false,
  isHorizontal = false,
  showsValues = false,
  formatX = (x) => x,
  formatTitle = formatX,
}: BarPlotProps) {
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={height}
        data={[...data]}
        dataKey="x"
        series={[...series]}
        type={isStacked ? 'stacked' : 'default'}
        orientation={isHorizontal ? 'vertical' : 'horizontal'}
        gridAxis={isHorizontal ? 'y' : 'x'}
        tickLine="none"
        xAxisLabel={isHorizontal ? yLabel : xLabel}
        yAxisLabel={isHorizontal ? xLabel : yLabel}
        xAxisProps={
          isHorizontal ? { allowDecimals: false } : { tickFormatter: formatX, minTickGap: isStacked ? 16 : 4 }
        }
        yAxisProps={isHorizontal ? { width: 144 } : { allowDecimals: false, width: 44 }}
        valueFormatter={formatCount}
        withLegend={series.length > 1}
        withBarValueLabel={showsValues}
        maxBarWidth={48}
        // Below the bars, where the tooltip doesn't cover it.
        legendProps={{ itemSorter: null, verticalAlign: 'bottom', height: 28 }}
        tooltipProps={{
          offset: 14,
          // Also called without a label, before the pointer is over a bar.
          content: ({ label: x, payload }) => (
            <BarTooltip
              title={x === undefined ? '' : formatTitle(String(x))}
              parts={series.map(
                ({ name, color }): BarPart => ({ name, color, count: countOf(payload, name) }),
              )}
            />
          ),
        }}
        // The top margin leaves room for the number above the tallest bar.
        barChartProps={{
          margin: { top: showsValues ? 22 : 8, right: 8, bottom: series.length > 1 ? 38 : 30, left: 10 },
        }}
        accessibilityLayer={false}
        classNames={{ root: classes.plot ?? '' }}
      />
    </div>
  );
}

/** The chart's library doesn't type the values under the pointer. */
function countOf(
  payload: readonly { readonly name?: unknown; readonly value?: unknown }[],
  name: string,
): number {
  return Number(payload.find((item) => item.name === name)?.value ?? 0);
}
