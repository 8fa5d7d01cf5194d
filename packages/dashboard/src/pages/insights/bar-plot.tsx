// Bars by @mantine/charts, in a chunk of their own (recharts is large). For who cannot see them there is the table.

import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatCount } from '../../components/format-number.ts';
import classes from './bar-plot.module.css';

export interface BarPlotProps {
  /** What is seen, in words. */
  readonly label: string;
  /** Each with the place under `x`, and a number for each of the series; `color` paints a single bar. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly name: string; readonly color: string }[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly height: number;
  readonly isStacked?: boolean;
  /** Bars lie, with their names at the left. */
  readonly isLying?: boolean;
  readonly showsValues?: boolean;
  readonly formatX?: (x: string) => string;
  /** What is shown over the numbers of a bar that is pointed at. */
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
  isLying = false,
  showsValues = false,
  formatX = (x) => x,
  formatTitle = formatX,
}: BarPlotProps) {
  const names = series.map(({ name }) => name);
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={height}
        data={[...data]}
        dataKey="x"
        series={[...series]}
        type={isStacked ? 'stacked' : 'default'}
        orientation={isLying ? 'vertical' : 'horizontal'}
        gridAxis={isLying ? 'y' : 'x'}
        tickLine="none"
        xAxisLabel={isLying ? yLabel : xLabel}
        yAxisLabel={isLying ? xLabel : yLabel}
        xAxisProps={
          isLying ? { allowDecimals: false } : { tickFormatter: formatX, minTickGap: isStacked ? 16 : 4 }
        }
        yAxisProps={isLying ? { width: 144 } : { allowDecimals: false, width: 44 }}
        valueFormatter={formatCount}
        withLegend={series.length > 1}
        withBarValueLabel={showsValues}
        maxBarWidth={48}
        legendProps={{ itemSorter: null }}
        tooltipProps={{
          // Asked without a place, too, before one is pointed at.
          labelFormatter: (x) => (x === undefined ? '' : formatTitle(String(x))),
          itemSorter: (item: { readonly name?: unknown }) => names.indexOf(String(item.name)),
        }}
        // The top is for the number over the tallest bar.
        barChartProps={{ margin: { top: showsValues ? 22 : 8, right: 8, bottom: 30, left: 10 } }}
        accessibilityLayer={false}
        classNames={{ root: classes.plot ?? '' }}
      />
    </div>
  );
}
