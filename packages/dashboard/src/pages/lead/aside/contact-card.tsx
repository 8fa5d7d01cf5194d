// How to reach them, and what is known of the ways.

import type { Facts } from '@leadline/engine';
import { Anchor } from '@mantine/core';
import { CopyButton } from '../../../components/copy-button.tsx';
import { callHref, mailHref } from '../header/contact-links.ts';
import type { Lead, LeadData } from '../lead-query.ts';
import { Section } from '../section.tsx';
import classes from './aside.module.css';
import { CONTACT_GRADES, tellEmail, tellPhone } from './tell-contact.ts';

interface ContactCardProps {
  readonly lead: Lead;
  readonly result: LeadData['result'];
  /** Null until the engine has come. */
  readonly facts: Facts | null;
}

export function ContactCard({ lead, result, facts }: ContactCardProps) {
  const agreement = result.ledger.find(({ group, code }) => group === 'contact' && code === 'agreement');
  return (
    <Section title="Contact">
      <dl className={classes.facts}>
        <Way
          label="Email"
          value={lead.email}
          href={facts?.email?.kind === 'invalid' ? null : mailHref(lead.email)}
          what="email address"
          told={facts === null ? null : tellEmail(facts.email)}
        />
        <Way
          label="Phone"
          value={lead.phone}
          href={facts?.phone?.kind === 'invalid' ? null : callHref(facts?.phone?.e164 ?? lead.phone)}
          what="phone number"
          told={facts === null ? null : tellPhone(facts.phone)}
        />
        {agreement !== undefined && (
          <div>
            <dt>Agreement</dt>
            <dd>Phone and email are from the same country</dd>
          </div>
        )}
        <div>
          <dt>Contact grade</dt>
          <dd>
            <b>{result.contact_grade}</b>: {CONTACT_GRADES[result.contact_grade] ?? 'unknown'}
          </dd>
        </div>
      </dl>
    </Section>
  );
}

interface WayProps {
  readonly label: string;
  readonly value: string;
  readonly href: string | null;
  readonly what: string;
  readonly told: string | null;
}

function Way({ label, value, href, what, told }: WayProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value === '' ? (
          <span className={classes.quiet}>Not given</span>
        ) : (
          <>
            <span className={classes.way}>
              {href === null ? <span>{value}</span> : <Anchor href={href}>{value}</Anchor>}
              <CopyButton value={value} what={what} />
            </span>
            <span className={classes.quiet}>{told ?? '\u00a0'}</span>
          </>
        )}
      </dd>
    </div>
  );
}
