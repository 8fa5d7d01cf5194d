// Lets a rep say that the score is wrong, and why.

import type { Verdict } from '@leadline/contract';
import { MAX_NOTE_LENGTH } from '@leadline/contract/limits';
import { Button, Group, Popover, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormError } from '../../../components/form-error.tsx';
import type { LeadData, Mode } from '../lead-query.ts';
import { READY_REASONS } from './ready-reasons.ts';
import { useFeedback } from './use-feedback.ts';

interface FeedbackButtonProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function FeedbackButton({ data, mode }: FeedbackButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={300}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button variant="default" size="xs" onClick={() => setOpen(!isOpen)}>
          Wrong score?
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Wrong score?">
        <FeedbackForm data={data} mode={mode} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface FeedbackFormProps extends FeedbackButtonProps {
  readonly onClose: () => void;
}

/** A component of its own, so that it starts over each time. */
function FeedbackForm({ data, mode, onClose }: FeedbackFormProps) {
  const isSpam = data.result.grade === 'Spam';
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [reason, setReason] = useState('');
  const feedback = useFeedback(data, mode);
  const readyReasons = verdict === null ? [] : (READY_REASONS[verdict] ?? []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (verdict === null) return;
    const text = reason.trim();
    feedback.send({ verdict, ...(text === '' ? {} : { reason: text }) }, { onSuccess: onClose });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Radio.Group
          label="This score is"
          value={verdict}
          onChange={(chosen) => setVerdict(chosen as Verdict)}
        >
          <Stack gap={6} mt={4}>
            <Radio value="too_high" label="Too high" data-autofocus />
            <Radio value="too_low" label="Too low" />
            {!isSpam && <Radio value="spam" label="Wrong: it is spam" />}
          </Stack>
        </Radio.Group>
        {readyReasons.length > 0 && (
          <Group gap={6} role="group" aria-label="Suggestions">
            {readyReasons.map((ready) => (
              <Button
                key={ready}
                size="compact-xs"
                variant={ready === reason ? 'light' : 'default'}
                aria-pressed={ready === reason}
                onClick={() => setReason(ready === reason ? '' : ready)}
              >
                {ready}
              </Button>
            ))}
          </Group>
        )}
        <Textarea
          label="Reason (optional)"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_NOTE_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed">
          Kept with the lead to improve the scoring. This score stays as it is.
        </Text>
        <FormError error={feedback.error} />
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={feedback.isPending} disabled={verdict === null}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
