// Single settings in groups that open and close.

import type { AccountSettings, SettingsChanges } from '@leadline/contract';
import { Accordion, Text } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import { formatCountOf } from '../../../components/format-number.ts';
import type { Engine } from '../../lead/use-engine.ts';
import rows from '../rows.module.css';
import { readNumber, setNumber, type Tree } from './changes.ts';
import type { Problem } from './explain-problem.ts';
import { QuestionsEditor } from './questions-editor.tsx';
import classes from './scoring.module.css';
import { type ChangeNumber, SettingRow } from './setting-row.tsx';
import { WordsEditor } from './words-editor.tsx';

export type ChangeSettings = (edit: (changes: SettingsChanges) => SettingsChanges) => void;

export interface SettingGroupsProps {
  readonly settings: AccountSettings;
  readonly changes: SettingsChanges;
  /** What differs from the live version. */
  readonly differences: readonly (readonly string[])[];
  readonly problem: Problem | null;
  readonly engine: Engine;
  readonly onChange: ChangeSettings;
  readonly open: readonly string[];
  readonly onOpen: (groups: string[]) => void;
}

interface ShownGroups extends SettingGroupsProps {
  /** Those to show. */
  readonly groups: AccountSettings['groups'];
  /** Whether to show the questions and words, too. */
  readonly hasVocabulary: boolean;
}

export function SettingGroups(props: ShownGroups) {
  const { settings, groups, hasVocabulary, changes, differences, problem, open, onOpen } = props;
  const { engine, onChange } = props;
  const changeNumber = useCallback<ChangeNumber>(
    (path, value) => onChange((edited) => setNumber(edited, path, value)),
    [onChange],
  );
  const { defaults, live } = settings;
  const changed = differences.map((names) => names.join('.'));
  const countChanged = (paths: readonly string[]): number =>
    changed.filter((path) => paths.includes(path)).length;
  const countUnder = (name: string): number => differences.filter(([first]) => first === name).length;
  return (
    <Accordion
      multiple
      value={[...open]}
      onChange={onOpen}
      keepMounted={false}
      order={2}
      variant="contained"
      chevronPosition="left"
    >
      {groups.map(({ id, label, about, settings: guides }) => (
        <GroupItem
          key={id}
          id={id}
          label={label}
          about={about}
          changed={countChanged(guides.map(({ path }) => path))}
          hasProblem={problem?.groups.includes(id) ?? false}
        >
          {guides.map((guide) => {
            const standard = readNumber(defaults, guide.path);
            return (
              <SettingRow
                key={guide.path}
                guide={guide}
                value={findNumber(changes, guide.path) ?? standard}
                standard={standard}
                live={readNumber(live.settings, guide.path)}
                problem={problem?.paths.includes(guide.path) ? problem.text : null}
                onChange={changeNumber}
              />
            );
          })}
        </GroupItem>
      ))}
      {hasVocabulary && (
        <>
          <GroupItem
            id="questions"
            label="Your questions"
            about="What the questions of your forms are about, if they aren’t understood on their own."
            changed={countUnder('questions')}
            hasProblem={problem?.groups.includes('questions') ?? false}
          >
            <QuestionsEditor
              changes={changes}
              topics={settings.question_topics}
              engine={engine}
              onChange={onChange}
            />
          </GroupItem>
          <GroupItem
            id="words"
            label="Words that matter"
            about="Names, such as your products, that show what a lead wants."
            changed={countUnder('words')}
            hasProblem={problem?.groups.includes('words') ?? false}
          >
            <WordsEditor changes={changes} engine={engine} onChange={onChange} />
          </GroupItem>
        </>
      )}
    </Accordion>
  );
}

interface GroupItemProps {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly changed: number;
  readonly hasProblem: boolean;
  readonly children: ReactNode;
}

function GroupItem({ id, label, about, changed, hasProblem, children }: GroupItemProps) {
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <span className={classes.groupHead}>
          <span className={classes.groupName}>{label}</span>
          {hasProblem && (
            <span className={rows.tag} data-kind="warning">
              Needs correcting
            </span>
          )}
          {changed > 0 && (
            <span className={rows.tag} data-kind="here">
              {formatCountOf(changed, 'change')}
            </span>
          )}
        </span>
        <Text span size="sm" c="dimmed">
          {about}
        </Text>
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  );
}

/** Null if it has its default. */
function findNumber(changes: Tree, path: string): number | null {
  let value: unknown = changes;
  for (const name of path.split('.')) value = (value as Tree | undefined)?.[name];
  return typeof value === 'number' ? value : null;
}
