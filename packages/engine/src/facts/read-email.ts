// Classifies an email address. The lists come from the packages pinned in package.json; updating one of them requires a
// new engine version.

import disposableDomains from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
};
import freeDomains from 'email-providers/common.json' with { type: 'json' };
import roleNames from 'role-based-email-addresses';
import { parse } from 'tldts';

export type EmailKind = 'business' | 'role' | 'unusual' | 'free' | 'disposable' | 'placeholder' | 'invalid';

export interface EmailFact {
  readonly kind: EmailKind;
  /** The registered domain: mail.acme.co.uk → acme.co.uk. */
  readonly domain: string;
  /** ISO code, from a country-code top-level domain. */
  readonly country: string | null;
}

/** An organisation's own address. */
export const isBusinessEmail = (email: EmailFact | null): boolean =>
  email?.kind === 'business' || email?.kind === 'role';

const DISPOSABLE: ReadonlySet<string> = new Set(disposableDomains as readonly string[]);
const FREE: ReadonlySet<string> = new Set(freeDomains as readonly string[]);
const ROLES: ReadonlySet<string> = new Set(roleNames as readonly string[]);

/** Mailbox providers under any top-level domain (yahoo.co.in, hotmail.fr), in addition to the package's list. */
const FREE_NAMES = new Set(
  (
    'gmail googlemail yahoo ymail rocketmail hotmail outlook live msn gmx icloud aol proton protonmail pm tutanota ' +
    'tuta posteo mailbox vodamail online vtr fastmail rediffmail yandex zoho mozmail ziggo kpnmail kpnplanet hetnet telenet skynet orange wanadoo laposte free ' +
    'libero virgilio tiscali alice terra uol bol ig globomail web t-online freenet arcor bluewin seznam interia op wp o2'
  ).split(' '),
);

/** Domains people make up to get past a form. Matched against the whole host, since mail.test.com may be real. */
const PLACEHOLDER_DOMAINS = new Set(
  (
    'test.com test.de example.com example.org example.net domain.com yourdomain.com mydomain.com email.com mail.test asd.com asdf.com ' +
    'abc.com aaa.com xyz.xyz none.com no.com noemail.com fake.com sample.com company.com'
  ).split(' '),
);

/** Reserved for examples (RFC 2606). A subdomain of these stands for a company with a domain of its own. */
const EXAMPLE_DOMAINS = new Set(['example.com', 'example.org', 'example.net']);

/** Cheap top-level domains used mostly for spam. */
const UNUSUAL_ENDINGS = new Set(
  'top xyz click bet loan win icu buzz cam gq tk ml cf ga rest quest monster site online space club casino vip work bid stream download'.split(
    ' ',
  ),
);

const ADDRESS = /^[^\s@<>()",;:]{1,64}@([^\s@]{3,253})$/;

const INVALID: EmailFact = { kind: 'invalid', domain: '', country: null };

export function readEmail(email: string): EmailFact | null {
  if (email === '') return null;
  const address = email.startsWith('mailto:') ? email.slice(7) : email;
  const host = ADDRESS.exec(address)?.[1]?.toLowerCase();
  if (host === undefined || address.includes('..') || host.endsWith('.')) return INVALID;
  const parsed = parse(host);
  if (parsed.domain === null || parsed.isIcann !== true) return INVALID;
  const domain = EXAMPLE_DOMAINS.has(parsed.domain) ? host : parsed.domain;
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  const country = ending.length === 2 ? countryOfEnding(ending) : null;
  const local = address.slice(0, address.indexOf('@')).toLowerCase();
  return { kind: kindOf(host, domain, parsed.domainWithoutSuffix ?? '', ending, local), domain, country };
}

function kindOf(host: string, domain: string, name: string, ending: string, local: string): EmailKind {
  if (DISPOSABLE.has(host) || DISPOSABLE.has(domain)) return 'disposable';
  if (PLACEHOLDER_DOMAINS.has(host)) return 'placeholder';
  if (FREE.has(host) || FREE.has(domain) || FREE_NAMES.has(name)) return 'free';
  if (UNUSUAL_ENDINGS.has(ending)) return 'unusual';
  return ROLES.has(local) ? 'role' : 'business';
}

/** Country-code domains that are sold worldwide, so they don't indicate a country. */
const GLOBAL_ENDINGS = new Set(['io', 'ai', 'co', 'me', 'tv', 'cc', 'ws', 'fm', 'ly', 'gg', 'to', 'eu']);

const countryOfEnding = (ending: string): string | null =>
  GLOBAL_ENDINGS.has(ending) ? null : ending === 'uk' ? 'GB' : ending.toUpperCase();
