// Buttons to call or email the lead. After a call, they offer to record it.

import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { nameLead } from '../../../components/name-lead.ts';
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
  readonly work: LeadWork;
  readonly onClose: () => void;
}

export function CalledPrompt({ lead, work, onClose }: CalledPromptProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" role="status" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        Called {firstName(nameLead(lead))}?
      </Text>
      <Group gap="xs" wrap="nowrap" flex="none">
        <Button size="xs" variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button
          size="xs"
          loading={work.isPending}
          onClick={() => {
            void work.moveTo('contacted').then((isSaved) => isSaved && onClose());
          }}
        >
          Mark as contacted
        </Button>
      </Group>
    </Group>
  );
}

/** A long name would leave no room for the answers on a phone. */
const firstName = (name: string): string => (name.includes('@') ? name : (name.split(/\s+/)[0] ?? name));
