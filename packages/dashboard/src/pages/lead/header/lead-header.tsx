// The header of a lead: who it is, what to do next, and the controls to do it.

import type { Facts } from '@leadline/engine';
import { Anchor, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatMoney } from '../../../components/format-number.ts';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import { nameLead } from '../../../components/name-lead.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ScoreNumber } from '../../../components/score-number.tsx';
import { useCurrency } from '../../../components/use-currency.ts';
import { useHours } from '../../../work/use-hours.ts';
import { workOf } from '../../../work/work-change.ts';
import { useLeadOrigin } from '../lead-origin.ts';
import type { LeadData, Mode } from '../lead-query.ts';
import { callHref, mailHref } from './contact-links.ts';
import { describeClosing } from './describe-closing.ts';
import classes from './lead-header.module.css';
import { LeadMenu } from './lead-menu.tsx';
import { Neighbours } from './neighbours.tsx';
import { NextStep } from './next-step.tsx';

interface LeadHeaderProps {
  readonly data: LeadData;
  readonly mode: Mode;
  /** Null until the engine is loaded. */
  readonly facts: Facts | null;
  /** Next to the other controls; on phones, they have a bar of their own. */
  readonly contactButtons: React.ReactNode;
  readonly prompt: React.ReactNode;
  /** On phones, they come after the message. */
  readonly controls: React.ReactNode;
}

export function LeadHeader(props: LeadHeaderProps) {
  const { data, mode, facts, contactButtons, prompt, controls } = props;
  const { lead, result } = data;
  const { inbox } = useLeadOrigin();
  const { time_zone: timeZone } = useHours();
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
          <Person data={data} facts={facts} />
          <NextStep data={data} />
          <p className={classes.meta}>
            <span>
              Received <RelativeTime at={data.received_at} timeZone={timeZone} />
            </span>
            {lead.source !== '' && <span>Source: {lead.source}</span>}
            {data.outcome === 'open' && <span>Chance of closing: {describeClosing(result)}</span>}
            <DealValue data={data} />
          </p>
        </div>
        <div className={classes.actions}>
          {contactButtons}
          <LeadMenu data={data} mode={mode} />
        </div>
      </div>
      {prompt}
      {controls}
    </header>
  );
}

/** Job title, company and how to reach them. */
function Person({ data, facts }: { readonly data: LeadData; readonly facts: Facts | null }) {
  const { lead, title, company } = data;
  const work = [title, company].filter((part) => part !== '').join(', ');
  const call = callHref(facts?.phone?.e164 ?? lead.phone);
  const mail = mailHref(lead.email);
  return (
    <p className={classes.person}>
      {work !== '' && <span dir="auto">{work}</span>}
      {lead.phone !== '' && (call === null ? <span>{lead.phone}</span> : <a href={call}>{lead.phone}</a>)}
      {lead.email !== '' && (mail === null ? <span>{lead.email}</span> : <a href={mail}>{lead.email}</a>)}
    </p>
  );
}

function DealValue({ data }: { readonly data: LeadData }) {
  const currency = useCurrency();
  const { decided } = workOf(data);
  if (decided?.outcome !== 'won' || decided.amount === null || currency === null) return null;
  return <span className="figures">Deal value: {formatMoney(decided.amount, currency)}</span>;
}
