// Buttons to call or email the lead. After a call, they offer to record it.

import type { Status } from '@leadline/contract';
import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { nameLead } from '../../../components/name-lead.ts';
import { changeAfter } from '../../../work/after-contact.ts';
import type { Lead } from '../lead-query.ts';
import type { LeadWork } from '../use-lead-work.ts';
import { callHref, mailHref } from './contact-links.ts';

interface ContactButtonsProps {
  /** As parsed by the engine; as written until it is loaded. */
  readonly phone: string;
  readonly email: string;
  readonly onCall: () => void;
  readonly variant?: ButtonProps['variant'];
  readonly isWide?: boolean;
}

export function ContactButtons(props: ContactButtonsProps) {
  const { phone, email, onCall, variant = 'default', isWide = false } = props;
  const call = callHref(phone);
  const mail = mailHref(email);
  const size = isWide ? 'md' : 'sm';
  return (
    <>
      {call !== null && (
        <Button
          component="a"
          href={call}
          variant={variant}
          size={size}
          fullWidth={isWide}
          leftSection={<IconPhone size={16} aria-hidden />}
          onClick={onCall}
        >
          Call
        </Button>
      )}
      {mail !== null && (
        <Button
          component="a"
          href={mail}
          variant="default"
          size={size}
          fullWidth={isWide}
          leftSection={<IconMail size={16} aria-hidden />}
        >
          Email
        </Button>
      )}
    </>
  );
}

export function hasContact({ phone, email }: Pick<Lead, 'phone' | 'email'>): boolean {
  return callHref(phone) !== null || mailHref(email) !== null;
}

interface CalledPromptProps {
  readonly lead: Lead;
  readonly status: Status;
  readonly work: LeadWork;
  readonly onClose: () => void;
}

const RESULTS = [
  ['Reached', 'reached'],
  ['No answer', 'no_answer'],
  ['Wrong number', 'wrong_number'],
] as const;

export function CalledPrompt({ lead, status, work, onClose }: CalledPromptProps) {
  return (
    <Group gap="xs">
      <Text size="sm" role="status" flex={1} miw={90} style={{ overflowWrap: 'anywhere' }}>
        Called {firstName(nameLead(lead))}?
      </Text>
      <Group gap={6} flex="none">
        <Button size="xs" variant="default" onClick={onClose}>
          Not yet
        </Button>
        {RESULTS.map(([label, result]) => (
          <Button
            key={result}
            size="xs"
            variant={result === 'reached' ? 'filled' : 'default'}
            loading={work.isPending}
            onClick={() => {
              const change = changeAfter(status, { kind: 'call', result });
              void work.log(change).then((isSaved) => isSaved && onClose());
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Group>
  );
}

/** A long name would leave no room for the answers on a phone. */
const firstName = (name: string): string => (name.includes('@') ? name : (name.split(/\s+/)[0] ?? name));
