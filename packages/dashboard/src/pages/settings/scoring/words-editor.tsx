// Names that show what a lead wants, such as products.

import type { SettingsChanges } from '@leadline/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Engine } from '../../lead/use-engine.ts';
import { setPart } from './changes.ts';
import classes from './scoring.module.css';
import { findVocabularyProblem, type ImportantWord, MEANING_NAMES, wordsOf } from './vocabulary-parts.ts';

const MAX_WORD_LENGTH = 60;
const CHOICES = Object.entries(MEANING_NAMES).map(([value, label]) => ({ value, label }));

interface WordsEditorProps {
  readonly changes: SettingsChanges;
  readonly engine: Engine;
  readonly onChange: (edit: (changes: SettingsChanges) => SettingsChanges) => void;
}

export function WordsEditor({ changes, engine, onChange }: WordsEditorProps) {
  const words = wordsOf(changes);
  const set = (next: readonly ImportantWord[]): void =>
    onChange((edited) => setPart(edited, 'words', next.length === 0 ? undefined : next));
  return (
    <>
      {words.length > 0 && (
        <ul className={classes.list} aria-label="Words that matter">
          {words.map((word, place) => (
            <li key={word.text} className={classes.item}>
              <span className={classes.itemText}>{word.text}</span>
              <Select
                aria-label={`What “${word.text}” shows`}
                data={CHOICES}
                value={word.means}
                allowDeselect={false}
                className={classes.choice ?? ''}
                onChange={(means) =>
                  means !== null &&
                  set(words.with(place, { ...word, means: means as ImportantWord['means'] }))
                }
              />
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove ${word.text}`}
                onClick={() => set(words.filter((other) => other !== word))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddWord words={words} engine={engine} onAdd={set} />
    </>
  );
}

interface AddWordProps {
  readonly words: readonly ImportantWord[];
  readonly engine: Engine;
  readonly onAdd: (words: readonly ImportantWord[]) => void;
}

function AddWord({ words, engine, onAdd }: AddWordProps) {
  const [text, setText] = useState('');
  const [means, setMeans] = useState<ImportantWord['means']>('need');
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const added = [...words, { text: text.trim(), means }];
    const problem = words.some((word) => word.text.toLowerCase() === text.trim().toLowerCase())
      ? 'This is already in the list.'
      : (findVocabularyProblem(engine, { words: added })?.text ?? null);
    setError(problem);
    if (problem !== null) return;
    onAdd(added);
    setText('');
  }

  return (
    <form onSubmit={submit} className={classes.add} noValidate>
      <TextInput
        label="Word or name"
        description="Up to six words, such as a product."
        maxLength={MAX_WORD_LENGTH}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error}
      />
      <Select
        label="Shows"
        description="Counts once, if the lead doesn’t show it anyway."
        data={CHOICES}
        allowDeselect={false}
        value={means}
        onChange={(chosen) => chosen !== null && setMeans(chosen as ImportantWord['means'])}
      />
      <Button type="submit" variant="default">
        Add word
      </Button>
    </form>
  );
}
