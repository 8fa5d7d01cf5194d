// The header of a lead: name, score, next step and actions.

import type { Facts } from '@leadline/engine';
import { Anchor, Button, Title } from '@mantine/core';
import { IconArrowLeft, IconMail, IconPhone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import { nameLead } from '../../../components/name-lead.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ScoreNumber } from '../../../components/score-number.tsx';
import { useLeadOrigin } from '../lead-origin.ts';
import type { LeadData, Mode } from '../lead-query.ts';
import { callHref, mailHref } from './contact-links.ts';
import classes from './lead-header.module.css';
import { LeadMenu } from './lead-menu.tsx';
import { Neighbours } from './neighbours.tsx';
import { OutcomeControl } from './outcome-control.tsx';

interface LeadHeaderProps {
  readonly data: LeadData;
  readonly mode: Mode;
  /** As parsed by the engine; null until it is loaded. */
  readonly phone: Facts['phone'];
}

export function LeadHeader({ data, mode, phone }: LeadHeaderProps) {
  const { lead, result } = data;
  const { inbox } = useLeadOrigin();
  return (
    <header className={classes.header}>
      <nav className={classes.way} aria-label="Leads">
        <Anchor component={Link} to={inbox} className={classes.back}>
          <IconArrowLeft size={16} aria-hidden />
          Inbox
        </Anchor>
        {mode === 'test' && <span className={classes.test}>Test lead</span>}
        <Neighbours leadId={data.lead_id} mode={mode} />
      </nav>
      <div className={classes.body}>
        <div className={classes.score}>
          <span className="only-heard">Score</span>
          <ScoreNumber score={result.score} grade={result.grade} size="lg" />
        </div>
        <div className={classes.who}>
          <div className={classes.name}>
            <Title order={1}>{nameLead(lead)}</Title>
            <GradeBadge grade={result.grade} size="md" />
            <span className={classes.contact} title="Quality of the contact data, A to F">
              Contact {result.contact_grade}
            </span>
          </div>
          {data.outcome === 'open' && <p className={classes.action}>{result.priority_action}</p>}
          <p className={classes.meta}>
            <span>
              Received <RelativeTime at={data.received_at} />
            </span>
            {lead.source !== '' && <span>Source: {lead.source}</span>}
            {data.outcome === 'open' && (
              <span>Chance of closing: {result.closing_probability.toLowerCase()}</span>
            )}
          </p>
        </div>
        <div className={classes.actions}>
          {result.grade !== 'Spam' && <ContactButtons phone={phone?.e164 ?? lead.phone} email={lead.email} />}
          <OutcomeControl data={data} mode={mode} />
          <LeadMenu data={data} mode={mode} />
        </div>
      </div>
    </header>
  );
}

function ContactButtons({ phone, email }: { readonly phone: string; readonly email: string }) {
  const call = callHref(phone);
  const mail = mailHref(email);
  return (
    <>
      {call !== null && (
        <Button component="a" href={call} variant="default" leftSection={<IconPhone size={16} aria-hidden />}>
          Call
        </Button>
      )}
      {mail !== null && (
        <Button component="a" href={mail} variant="default" leftSection={<IconMail size={16} aria-hidden />}>
          Email
        </Button>
      )}
    </>
  );
}
