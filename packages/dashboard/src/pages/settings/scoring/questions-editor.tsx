// What the questions of the account's forms are about.

import type { SettingsChanges } from '@leadline/contract';
import { Autocomplete, Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import type { Engine } from '../../lead/use-engine.ts';
import { usePreview } from '../routing/use-routing.ts';
import { setPart } from './changes.ts';
import classes from './scoring.module.css';
import { previewLeadsQuery } from './use-preview.ts';
import { findVocabularyProblem, questionsOf, TOPIC_NAMES } from './vocabulary-parts.ts';

const MAX_QUESTION_LENGTH = 300;
const MAX_SUGGESTIONS = 50;

interface QuestionsEditorProps {
  readonly changes: SettingsChanges;
  readonly topics: readonly string[];
  readonly engine: Engine;
  readonly onChange: (edit: (changes: SettingsChanges) => SettingsChanges) => void;
}

export function QuestionsEditor({ changes, topics, engine, onChange }: QuestionsEditorProps) {
  const questions = questionsOf(changes);
  const choices = topics.map((value) => ({ value, label: TOPIC_NAMES[value] ?? value }));
  const set = (next: Readonly<Record<string, string>>): void =>
    onChange((edited) => setPart(edited, 'questions', Object.keys(next).length === 0 ? undefined : next));
  return (
    <>
      {Object.keys(questions).length > 0 && (
        <ul className={classes.list} aria-label="Questions">
          {Object.entries(questions).map(([question, topic]) => (
            <li key={question} className={classes.item}>
              <span className={classes.itemText}>{question}</span>
              <Select
                aria-label={`What “${question}” is about`}
                data={choices}
                value={topic}
                allowDeselect={false}
                className={classes.choice ?? ''}
                onChange={(chosen) => chosen !== null && set({ ...questions, [question]: chosen })}
              />
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove ${question}`}
                onClick={() => {
                  const { [question]: _, ...rest } = questions;
                  set(rest);
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddQuestion questions={questions} choices={choices} engine={engine} onAdd={set} />
    </>
  );
}

interface AddQuestionProps {
  readonly questions: Readonly<Record<string, string>>;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly engine: Engine;
  readonly onAdd: (questions: Readonly<Record<string, string>>) => void;
}

function AddQuestion({ questions, choices, engine, onAdd }: AddQuestionProps) {
  const [question, setQuestion] = useState('');
  const [topic, setTopic] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const seen = useSeenQuestions();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const name = question.trim();
    const added = { ...questions, [name]: topic ?? 'other' };
    const problem =
      name === ''
        ? 'Enter a question.'
        : Object.hasOwn(questions, name)
          ? 'This question is already in the list.'
          : (findVocabularyProblem(engine, { questions: added })?.text ?? null);
    setError(problem);
    if (problem !== null) return;
    onAdd(added);
    setQuestion('');
    setTopic(null);
  }

  return (
    <form onSubmit={submit} className={classes.add} noValidate>
      <Autocomplete
        label="Question"
        description={seen.length > 0 ? 'Choose one from recent leads, or type it.' : 'As it is in your form.'}
        data={seen.filter((known) => !Object.hasOwn(questions, known))}
        limit={MAX_SUGGESTIONS}
        maxLength={MAX_QUESTION_LENGTH}
        value={question}
        onChange={setQuestion}
        error={error}
      />
      <Select
        label="What it is about"
        description="How the answer is read."
        placeholder="Choose"
        data={[...choices]}
        value={topic}
        onChange={setTopic}
      />
      <Button type="submit" variant="default" disabled={topic === null}>
        Add question
      </Button>
      {Object.keys(questions).length === 0 && (
        <Text size="sm" c="dimmed" className={classes.addHint ?? ''}>
          Common questions are understood without this, in many wordings and languages.
        </Text>
      )}
    </form>
  );
}

/** In leads of the last week and in those of the preview. */
function useSeenQuestions(): string[] {
  const week = usePreview([]);
  const leads = useQuery(previewLeadsQuery);
  return useMemo(() => {
    const recent = (leads.data ?? []).flatMap(({ lead }) => Object.keys(lead.custom_fields));
    return [...new Set([...(week.data?.seen.questions ?? []), ...recent])].filter(
      (question) => question.trim() !== '' && question.length <= MAX_QUESTION_LENGTH,
    );
  }, [week.data, leads.data]);
}
