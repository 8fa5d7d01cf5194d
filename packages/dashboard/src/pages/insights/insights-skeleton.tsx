// A loading state with the same layout as the page.

import { Skeleton } from '@mantine/core';
import classes from './insights-page.module.css';
import cards from './key-figures.module.css';
import panels from './plot-panel.module.css';

export function InsightsSkeleton() {
  return (
    <div role="status" aria-label="Loading insights">
      <div className={cards.cards}>
        {['leads', 'hot', 'contact', 'won', 'rate', 'revenue'].map((figure) => (
          <div key={figure} className={cards.card}>
            <Skeleton height={14} width="40%" my={3} />
            <Skeleton height={24} width="60%" my={5} />
            <Skeleton height={12} width="80%" my={3} />
            <Skeleton height={12} width="60%" mt={9} />
          </div>
        ))}
      </div>
      <div className={classes.plots}>
        {['time', 'scores', 'grades', 'speed'].map((plot) => (
          <div key={plot} className={panels.waiting}>
            <Skeleton height={20} width="45%" />
            <Skeleton height={14} width="75%" mt={10} mb={20} />
            <Skeleton height={288} />
          </div>
        ))}
      </div>
    </div>
  );
}
