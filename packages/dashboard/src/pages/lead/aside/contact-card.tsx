// Email and phone number, with what the engine knows about them.

import type { Facts } from '@leadline/engine';
import { Anchor } from '@mantine/core';
import { CopyButton } from '../../../components/copy-button.tsx';
import { callHref, mailHref } from '../header/contact-links.ts';
import type { Lead, LeadData } from '../lead-query.ts';
import { Section } from '../section.tsx';
import classes from './aside.module.css';
import { CONTACT_GRADES, describeEmail, describePhone } from './describe-contact.ts';

interface ContactCardProps {
  readonly lead: Lead;
  readonly result: LeadData['result'];
  /** Null until the engine is loaded. */
  readonly facts: Facts | null;
}

export function ContactCard({ lead, result, facts }: ContactCardProps) {
  const agreement = result.ledger.find(({ group, code }) => group === 'contact' && code === 'agreement');
  return (
    <Section title="Contact">
      <dl className={classes.facts}>
        <ContactRow
          label="Email"
          value={lead.email}
          href={facts?.email?.kind === 'invalid' ? null : mailHref(lead.email)}
          what="email"
          description={facts === null ? null : describeEmail(facts.email)}
        />
        <ContactRow
          label="Phone"
          value={lead.phone}
          href={facts?.phone?.kind === 'invalid' ? null : callHref(facts?.phone?.e164 ?? lead.phone)}
          what="phone number"
          description={facts === null ? null : describePhone(facts.phone)}
        />
        {agreement !== undefined && (
          <div>
            <dt>Match</dt>
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

interface ContactRowProps {
  readonly label: string;
  readonly value: string;
  readonly href: string | null;
  readonly what: string;
  readonly description: string | null;
}

function ContactRow({ label, value, href, what, description }: ContactRowProps) {
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
            <span className={classes.quiet}>{description ?? '\u00a0'}</span>
          </>
        )}
      </dd>
    </div>
  );
}
