// A form for editing every field of the lead.

import { MAX_QUESTION_LENGTH, MAX_TEXT_LENGTH } from '@leadline/engine/limits';
import { ActionIcon, Button, Checkbox, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type Dispatch, memo, type SetStateAction } from 'react';
import type { LeadData } from '../lead-query.ts';
import {
  addAnswer,
  type Draft,
  type DraftAnswer,
  removeAnswer,
  setAnswer,
  setText,
  type TextField,
} from './draft.ts';
import classes from './draft-form.module.css';

/** Takes an updater function, so that a field isn't re-rendered when another one changes. */
export type ChangeDraft = Dispatch<SetStateAction<Draft>>;

interface DraftFormProps {
  readonly draft: Draft;
  readonly onChange: ChangeDraft;
  readonly assessment: LeadData['result']['assessment'];
  readonly countsAi: boolean;
  readonly onCountAi: (counts: boolean) => void;
  /** Whether there is an email or phone number, in its own field or in an answer. */
  readonly isReachable: boolean;
  readonly isMessageChanged: boolean;
}

export function DraftForm({
  draft,
  onChange,
  assessment,
  countsAi,
  onCountAi,
  isReachable,
  isMessageChanged,
}: DraftFormProps) {
  const { texts } = draft;
  const change = (field: TextField, text: string): void =>
    onChange((current) => setText(current, field, text));
  const bind = (field: TextField) => ({
    value: texts[field],
    maxLength: MAX_TEXT_LENGTH,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change(field, event.currentTarget.value),
  });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Edit any field to see the new score. Nothing is saved or sent.
      </Text>
      <TextInput label="Name" {...bind('name')} />
      <TextInput
        label="Email"
        {...bind('email')}
        error={!isReachable && 'A lead needs an email or a phone number'}
      />
      <TextInput label="Phone" {...bind('phone')} />
      <TextInput label="Budget" {...bind('budget')} />
      <Textarea label="Message" rows={7} resize="vertical" {...bind('message')} />
      {assessment !== null && !('missing' in assessment) && (
        <Checkbox
          size="sm"
          label="Include the AI’s reading"
          description={
            isMessageChanged
              ? 'The AI hasn’t read the edited message. Its reading of the original is used; turn this off to compare without it.'
              : 'Uses the AI’s reading of the original message. It doesn’t read edits made here.'
          }
          checked={countsAi}
          onChange={(event) => onCountAi(event.currentTarget.checked)}
        />
      )}
      <TextInput label="Source" {...bind('source')} />
      <Answers draft={draft} onChange={onChange} />
    </Stack>
  );
}

function Answers({ draft, onChange }: Pick<DraftFormProps, 'draft' | 'onChange'>) {
  return (
    <fieldset className={classes.answers}>
      <Title order={3} size="h4" component="legend">
        Form answers
      </Title>
      {draft.answers.map((answer, place) => (
        <Answer key={answer.id} answer={answer} number={place + 1} onChange={onChange} />
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange(addAnswer)}
      >
        Add question
      </Button>
    </fieldset>
  );
}

interface AnswerProps {
  readonly answer: DraftAnswer;
  readonly number: number;
  readonly onChange: ChangeDraft;
}

const Answer = memo(function Answer({ answer, number, onChange }: AnswerProps) {
  const change = (changed: Partial<DraftAnswer>): void =>
    onChange((current) => setAnswer(current, { ...answer, ...changed }));
  return (
    <div className={classes.answer}>
      <TextInput
        aria-label={`Question ${number}`}
        placeholder="Question"
        maxLength={MAX_QUESTION_LENGTH}
        value={answer.question}
        onChange={(event) => change({ question: event.currentTarget.value })}
      />
      <TextInput
        aria-label={`Answer ${number}`}
        placeholder="Answer"
        maxLength={MAX_TEXT_LENGTH}
        value={answer.answer}
        onChange={(event) => change({ answer: event.currentTarget.value })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove question ${number}`}
        onClick={() => onChange((current) => removeAnswer(current, answer.id))}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
});
