// Email and phone number, with what the engine knows about them.

import type { Facts } from '@leadline/engine';
import { Anchor } from '@mantine/core';
import { CopyButton } from '../../../components/copy-button.tsx';
import { useCan } from '../../../session/use-session.ts';
import { callHref, mailHref } from '../header/contact-links.ts';
import type { LeadData, Mode } from '../lead-query.ts';
import { Section } from '../section.tsx';
import classes from './aside.module.css';
import { CONTACT_GRADES, describeEmail, describePhone } from './describe-contact.ts';
import { EditContact } from './edit-contact.tsx';

interface ContactCardProps {
  readonly data: LeadData;
  readonly mode: Mode;
  /** Null until the engine is loaded. */
  readonly facts: Facts | null;
}

export function ContactCard({ data, mode, facts }: ContactCardProps) {
  const canWork = useCan('rep');
  const { lead, result } = data;
  return (
    <Section title="Contact" aside={canWork && <EditContact data={data} mode={mode} />}>
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
