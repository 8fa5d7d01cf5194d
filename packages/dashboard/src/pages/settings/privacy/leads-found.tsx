// The leads found, with names and contact details, since erasing affects everyone who shares the email or phone number.

import type { PersonExport } from '@leadline/contract';
import { Text } from '@mantine/core';
import { useId } from 'react';
import { formatCountOf } from '../../../components/format-number.ts';
import { contactOf, nameLead } from '../../../components/name-lead.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { leadPath } from '../../../navigation/page-paths.ts';
import classes from './person-section.module.css';

const MAX_SHOWN = 10;

interface LeadsFoundProps {
  readonly title: string;
  readonly leads: PersonExport['data']['leads'];
}

export function LeadsFound({ title, leads }: LeadsFoundProps) {
  const titleId = useId();
  if (leads.length === 0) return null;
  const more = leads.length - MAX_SHOWN;
  return (
    <>
      <Text id={titleId} fw={500} mb={4}>
        {title}
      </Text>
      <ul className={classes.leads} aria-labelledby={titleId}>
        {leads.slice(0, MAX_SHOWN).map(({ lead_id, lead, received_at }) => (
          <li key={lead_id}>
            <TextLink to={leadPath(lead_id)}>{nameLead(lead)}</TextLink>
            <span>{contactOf(lead)}</span>
            <RelativeTime at={received_at} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          The export contains {formatCountOf(more, 'more lead', 'more leads')}.
        </Text>
      )}
    </>
  );
}
