// What an owner thinks in: the typical deal, what a good lead is, and whom they don't want.

import type { AccountSettings, SettingsChanges } from '@leadline/contract';
import { Text, Title } from '@mantine/core';
import { type ReactNode, useId, useMemo } from 'react';
import type { Engine } from '../../lead/use-engine.ts';
import { ExclusionsEditor } from './exclusions-editor.tsx';
import type { Problem } from './explain-problem.ts';
import { ImportanceControls } from './importance-controls.tsx';
import type { Deal } from './resolve-draft.ts';
import classes from './scoring.module.css';
import type { ChangeSettings } from './setting-groups.tsx';
import { TypicalDeal } from './typical-deal.tsx';

interface SimpleSettingsProps {
  readonly settings: AccountSettings;
  readonly changes: SettingsChanges;
  readonly profileDeal: Deal | null;
  readonly problem: Problem | null;
  readonly engine: Engine;
  readonly onChange: ChangeSettings;
}

export function SimpleSettings(props: SimpleSettingsProps) {
  const { settings, changes, profileDeal, problem, engine, onChange } = props;
  const { defaults, groups } = settings;
  const paths = useMemo(
    () => groups.flatMap(({ settings: guides }) => guides.map(({ path }) => path)),
    [groups],
  );
  return (
    <>
      <Part title="Your typical deal" about="Budgets are compared with it.">
        <TypicalDeal
          changes={changes}
          profileDeal={profileDeal}
          standard={defaults.typicalDeal as Deal}
          problem={problem}
          onChange={onChange}
        />
      </Part>
      <Part title="What makes a good lead" about="How much each of these counts. Watch your own leads move.">
        <ImportanceControls weights={{ changes, defaults, paths }} onChange={onChange} />
      </Part>
      <Part
        title="Whom you don’t want"
        about="Business that you don’t do. Such leads score low, and the reason is shown."
      >
        <ExclusionsEditor changes={changes} engine={engine} onChange={onChange} />
      </Part>
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

function Part({ title, about, children }: PartProps) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {about}
      </Text>
      {children}
    </section>
  );
}
