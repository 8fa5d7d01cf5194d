// Shown instead of a chart while there are no outcomes.

import { Text } from '@mantine/core';
import { TextLink } from '../../components/text-link.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import classes from './no-outcomes.module.css';

export function NoOutcomes() {
  return (
    <div className={classes.none}>
      <Text ta="center" maw={360}>
        Mark leads as won or lost in the <TextLink to={PAGES.inbox}>inbox</TextLink> to see this chart.
      </Text>
    </div>
  );
}
