// The frame around a chart: title, takeaway, the chart or its table, and the CSV download.

import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { downloadFile } from '../../components/download-file.ts';
import { type Figures, toCsv } from './figures.ts';
import { FiguresTable } from './figures-table.tsx';
import { firstDayOf, lastDayOf, type Period } from './leads-link.ts';
import classes from './plot-panel.module.css';

interface PlotPanelProps {
  readonly title: string;
  /** What the chart shows, in a sentence. False if there is not enough data to say. */
  readonly takeaway: ReactNode;
  readonly figures: Figures;
  /** Without the period and the extension. */
  readonly fileName: string;
  readonly period?: Period;
  /** Under the heading of a section, 3. */
  readonly titleOrder?: 2 | 3;
  /** Reserved while the chart loads, so that the page doesn't jump. */
  readonly height?: number;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function PlotPanel({
  title,
  takeaway,
  figures,
  fileName,
  period,
  titleOrder = 2,
  height = 260,
  isWide = false,
  children,
}: PlotPanelProps) {
  const [showsFigures, setShowsFigures] = useState(false);
  return (
    <Paper
      component="section"
      className={classes.panel ?? ''}
      data-wide={isWide || undefined}
      aria-label={title}
    >
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Title order={titleOrder} className={classes.title ?? ''}>
          {title}
        </Title>
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant={showsFigures ? 'light' : 'subtle'}
            color="gray"
            leftSection={<IconTable size={15} aria-hidden />}
            aria-pressed={showsFigures}
            aria-label={`Table: ${title}`}
            onClick={() => setShowsFigures(!showsFigures)}
            classNames={{ root: classes.action ?? '' }}
          >
            <span className={classes.word}>Table</span>
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconDownload size={15} aria-hidden />}
            aria-label={`CSV: ${title}`}
            onClick={() => downloadFile(nameFile(fileName, period), 'text/csv;charset=utf-8', toCsv(figures))}
            classNames={{ root: classes.action ?? '' }}
          >
            <span className={classes.word}>CSV</span>
          </Button>
        </Group>
      </Group>
      <Text size="sm" c="dimmed" component="div" className={classes.takeaway ?? ''}>
        {takeaway}
      </Text>
      {showsFigures ? (
        <FiguresTable title={title} figures={figures} />
      ) : (
        <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>
      )}
    </Paper>
  );
}

function nameFile(name: string, period: PlotPanelProps['period']): string {
  if (period === undefined) return `${name}.csv`;
  return `${name}-${firstDayOf(period)}-to-${lastDayOf(period)}.csv`;
}
