// What each CRM asks for, in its own words, and what its records are called.

import type { CrmConnection } from '@leadline/contract';

interface Labelled {
  readonly label: string;
  readonly description: string;
}

interface Vendor {
  readonly name: string;
  /** An example. */
  readonly url?: string;
  readonly database?: string;
  readonly login?: Labelled;
  readonly secret: Labelled;
  readonly refreshToken?: string;
  /** What a lead becomes. */
  readonly record: string;
  /** What is won or lost. */
  readonly deals: string;
}

export const VENDORS: Readonly<Record<CrmConnection['vendor'], Vendor>> = {
  odoo: {
    name: 'Odoo',
    url: 'https://mycompany.odoo.com',
    database: 'Database',
    login: {
      label: 'User',
      description: 'With access to all leads of Sales. An administrator lets Leadline add its fields.',
    },
    secret: {
      label: 'API key',
      description: 'In Odoo: Preferences → Account Security → New API Key. Stored encrypted.',
    },
    record: 'opportunity',
    deals: 'opportunities',
  },
  hubspot: {
    name: 'HubSpot',
    secret: {
      label: 'Access token',
      description: 'Of a private app: Settings → Integrations → Private Apps. Stored encrypted.',
    },
    record: 'contact',
    deals: 'deals',
  },
  pipedrive: {
    name: 'Pipedrive',
    url: 'https://mycompany.pipedrive.com',
    secret: {
      label: 'API token',
      description: 'Of an administrator: Personal preferences → API. Stored encrypted.',
    },
    record: 'person',
    deals: 'deals',
  },
  salesforce: {
    name: 'Salesforce',
    url: 'https://mycompany.my.salesforce.com',
    login: {
      label: 'Consumer key',
      description: 'Of an external client app with OAuth and the scopes api and refresh_token.',
    },
    secret: { label: 'Consumer secret', description: 'Stored encrypted.' },
    refreshToken: 'Without it, the app signs in as itself, which requires the client credentials flow.',
    record: 'lead',
    deals: 'opportunities',
  },
};
