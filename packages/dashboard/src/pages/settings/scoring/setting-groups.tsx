// All settings in groups that open and close.

import type { AccountSettings, SettingsChanges } from '@leadline/contract';
import { Accordion, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { formatCountOf } from '../../../components/format-number.ts';
import type { Engine } from '../../lead/use-engine.ts';
import rows from '../rows.module.css';
import { readNumber, setNumber, type Tree } from './changes.ts';
import { ExclusionList, ExclusionsEditor } from './exclusions-editor.tsx';
import type { Problem } from './explain-problem.ts';
import { QuestionsEditor } from './questions-editor.tsx';
import type { Deal } from './resolve-draft.ts';
import classes from './scoring.module.css';
import { type ChangeNumber, SettingRow } from './setting-row.tsx';
import { TypicalDeal } from './typical-deal.tsx';
import { exclusionsOf, MEANING_NAMES, questionsOf, TOPIC_NAMES, wordsOf } from './vocabulary-parts.ts';
import { WordsEditor } from './words-editor.tsx';

export type ChangeSettings = (edit: (changes: SettingsChanges) => SettingsChanges) => void;

interface SettingGroupsProps {
  readonly settings: AccountSettings;
  readonly changes: SettingsChanges;
  /** What differs from the live version. */
  readonly differences: readonly (readonly string[])[];
  readonly profileDeal: Deal | null;
  readonly problem: Problem | null;
  /** Null if the user may only read. */
  readonly editor: { readonly engine: Engine; readonly onChange: ChangeSettings } | null;
  readonly open: readonly string[];
  readonly onOpen: (groups: string[]) => void;
}

export function SettingGroups(props: SettingGroupsProps) {
  const { settings, changes, differences, profileDeal, problem, editor, open, onOpen } = props;
  const onChange = editor?.onChange ?? null;
  const changeNumber = useMemo(
    (): ChangeNumber | null =>
      onChange === null ? null : (path, value) => onChange((edited) => setNumber(edited, path, value)),
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
      {settings.groups.map(({ id, label, about, settings: guides }) => (
        <GroupItem
          key={id}
          id={id}
          label={label}
          about={about}
          changed={id === 'typicalDeal' ? countUnder(id) : countChanged(guides.map(({ path }) => path))}
          hasProblem={problem?.groups.includes(id) ?? false}
        >
          {id === 'typicalDeal' ? (
            <TypicalDeal
              changes={changes}
              profileDeal={profileDeal}
              standard={defaults.typicalDeal as Deal}
              problem={problem}
              onChange={onChange}
            />
          ) : (
            guides.map((guide) => {
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
            })
          )}
        </GroupItem>
      ))}
      <GroupItem
        id="questions"
        label="Your questions"
        about="What the questions of your forms are about, if they aren’t understood on their own."
        changed={countUnder('questions')}
        hasProblem={problem?.groups.includes('questions') ?? false}
      >
        {editor === null ? (
          <ReadOnlyList
            items={Object.entries(questionsOf(changes)).map(([question, topic]) => [
              question,
              TOPIC_NAMES[topic] ?? topic,
            ])}
          />
        ) : (
          <QuestionsEditor changes={changes} topics={settings.question_topics} {...editor} />
        )}
      </GroupItem>
      <GroupItem
        id="words"
        label="Words that matter"
        about="Names, such as your products, that show what a lead wants."
        changed={countUnder('words')}
        hasProblem={problem?.groups.includes('words') ?? false}
      >
        {editor === null ? (
          <ReadOnlyList items={wordsOf(changes).map(({ text, means }) => [text, MEANING_NAMES[means]])} />
        ) : (
          <WordsEditor changes={changes} {...editor} />
        )}
      </GroupItem>
      <GroupItem
        id="exclusions"
        label="Exclusions"
        about="Business that you don’t do. Such leads score low, and the reason is shown."
        changed={countUnder('exclusions')}
        hasProblem={problem?.groups.includes('exclusions') ?? false}
      >
        {editor !== null ? (
          <ExclusionsEditor changes={changes} {...editor} />
        ) : exclusionsOf(changes).length === 0 ? (
          <ReadOnlyList items={[]} />
        ) : (
          <ExclusionList exclusions={exclusionsOf(changes)} />
        )}
      </GroupItem>
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

function ReadOnlyList({ items }: { readonly items: readonly (readonly [name: string, meaning: string])[] }) {
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None.
      </Text>
    );
  return (
    <ul className={classes.list}>
      {items.map(([name, meaning]) => (
        <li key={name} className={classes.item}>
          <span className={classes.itemText}>{name}</span>
          <span>{meaning}</span>
        </li>
      ))}
    </ul>
  );
}

/** Null if it has its default. */
function findNumber(changes: Tree, path: string): number | null {
  let value: unknown = changes;
  for (const name of path.split('.')) value = (value as Tree | undefined)?.[name];
  return typeof value === 'number' ? value : null;
}
