// What statisticians ask about. Loaded into the page when somebody opens it.

import type { AccountModel } from '@leadline/contract';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../section.tsx';
import { Accuracy } from './accuracy.tsx';
import { BiasSection } from './bias-section.tsx';
import { isInUse } from './describe-learned.ts';
import { describeLatest, describeModel, describeOutcomes } from './describe-model.ts';
import { LearnedSection } from './learned-section.tsx';
import { LeftOutSection } from './left-out-section.tsx';
import classes from './model.module.css';
import { ModelVersions } from './model-versions.tsx';

export function Details({ model }: { readonly model: AccountModel }) {
  const [isOpen, setOpen] = useState(false);
  const { latest, history, outcomes, version } = model;
  return (
    <details
      className={classes.details}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        Details
        <Text span size="sm" c="dimmed">
          Accuracy with intervals, every answer it learned from, what it left out, bias report and versions
        </Text>
      </summary>
      {isOpen && (
        <>
          <Section
            title="Latest training"
            description="A new model only goes live if it beats what is live on the latest outcomes, beyond chance."
          >
            <Text size="sm" className="figures">
              Outcomes: {describeOutcomes(outcomes, latest)}
            </Text>
            {latest !== null && (
              <Text size="sm" mt="xs">
                Trained <RelativeTime at={latest.trained_at} />.{' '}
                {describeLatest(latest, describeModel(model).text)}
              </Text>
            )}
          </Section>
          {latest !== null && (
            <>
              <Accuracy heldOut={latest.report.held_out} history={history} />
              <LearnedSection learned={latest.report.learned} outcomes={latest} isInUse={isInUse(model)} />
              <LeftOutSection leftOut={latest.report.left_out} />
              <BiasSection report={latest.report} />
            </>
          )}
          <ModelVersions liveVersion={version} />
        </>
      )}
    </details>
  );
}
