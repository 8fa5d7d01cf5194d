// A placeholder with the same layout as a lead.

import { Skeleton } from '@mantine/core';
import headerClasses from './header/lead-header.module.css';
import classes from './overview.module.css';

export function LeadSkeleton() {
  return (
    <div role="status" aria-label="Loading lead">
      <h1 className="only-heard">Lead</h1>
      <div className={headerClasses.header}>
        <div className={headerClasses.way}>
          <Skeleton width={64} height={18} />
        </div>
        <div className={headerClasses.body}>
          <Skeleton width={72} height={46} />
          <div className={headerClasses.who}>
            <Skeleton width={260} maw="100%" height={26} />
            <Skeleton width={200} maw="100%" height={20} mt={8} />
            <Skeleton width={320} maw="100%" height={16} mt={8} />
          </div>
          <Skeleton width={300} maw="100%" height={36} />
        </div>
      </div>
      <Skeleton width={180} height={36} mb="md" />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Skeleton height={340} />
          <Skeleton height={180} />
          <Skeleton height={420} />
        </div>
        <div className={classes.column}>
          <Skeleton height={190} />
          <Skeleton height={120} />
          <Skeleton height={160} />
        </div>
      </div>
    </div>
  );
}
