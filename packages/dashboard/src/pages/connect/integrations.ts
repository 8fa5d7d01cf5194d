// Every tool with a setup guide, in the order shown.

import type { ComponentType } from 'react';
import { MakeGuide, N8nGuide, ZapierGuide } from './automation-guides.tsx';
import { CurlGuide, JavaScriptGuide, PhpGuide, PythonGuide } from './code-guides.tsx';
import { HubSpotGuide } from './crm-guides.tsx';
import { EmbedGuide } from './embed-guide.tsx';
import {
  GoogleAdsGuide,
  JotformGuide,
  LinkedInGuide,
  MetaAdsGuide,
  TallyGuide,
  TypeformGuide,
  WebflowGuide,
} from './form-guides.tsx';
import type { GuideProps, Scope } from './guide-props.ts';
import { HtmlGuide } from './html-guide.tsx';
import { ContactForm7Guide, ElementorGuide, GravityFormsGuide, WpFormsGuide } from './wordpress-guides.tsx';

export interface Integration {
  readonly id: string;
  readonly label: string;
  readonly scope: Scope;
  readonly Guide: ComponentType<GuideProps>;
  /** Its keys are named after pages and programs, not after the tool. */
  readonly namesKeysFreely?: true;
  /** Whether users only need the code in the guide, which contains the URL. */
  readonly hidesUrl?: true;
}

export interface IntegrationGroup {
  readonly name: string;
  readonly integrations: readonly Integration[];
}

/** What most people use comes first, code last. */
export const INTEGRATION_GROUPS: readonly IntegrationGroup[] = [
  {
    name: 'Website',
    integrations: [
      {
        id: 'embed',
        label: 'Embeddable form',
        scope: 'intake',
        Guide: EmbedGuide,
        hidesUrl: true,
        namesKeysFreely: true,
      },
      { id: 'html', label: 'HTML form', scope: 'intake', Guide: HtmlGuide, namesKeysFreely: true },
      { id: 'webflow', label: 'Webflow', scope: 'intake', Guide: WebflowGuide },
    ],
  },
  {
    name: 'WordPress',
    integrations: [
      { id: 'contact-form-7', label: 'Contact Form 7', scope: 'intake', Guide: ContactForm7Guide },
      { id: 'elementor', label: 'Elementor', scope: 'intake', Guide: ElementorGuide },
      { id: 'wpforms', label: 'WPForms', scope: 'intake', Guide: WpFormsGuide },
      { id: 'gravity-forms', label: 'Gravity Forms', scope: 'api', Guide: GravityFormsGuide },
    ],
  },
  {
    name: 'Forms and ads',
    integrations: [
      { id: 'typeform', label: 'Typeform', scope: 'intake', Guide: TypeformGuide },
      { id: 'tally', label: 'Tally', scope: 'intake', Guide: TallyGuide },
      { id: 'jotform', label: 'Jotform', scope: 'intake', Guide: JotformGuide },
      { id: 'meta-ads', label: 'Meta lead ads', scope: 'intake', Guide: MetaAdsGuide },
      { id: 'linkedin', label: 'LinkedIn lead gen', scope: 'intake', Guide: LinkedInGuide },
      { id: 'google-ads', label: 'Google Ads', scope: 'intake', Guide: GoogleAdsGuide },
    ],
  },
  {
    name: 'Automation and CRM',
    integrations: [
      { id: 'zapier', label: 'Zapier', scope: 'api', Guide: ZapierGuide },
      { id: 'make', label: 'Make', scope: 'api', Guide: MakeGuide },
      { id: 'n8n', label: 'n8n', scope: 'api', Guide: N8nGuide },
      { id: 'hubspot', label: 'HubSpot', scope: 'intake', Guide: HubSpotGuide },
    ],
  },
  {
    name: 'Code',
    integrations: [
      { id: 'javascript', label: 'JavaScript', scope: 'api', Guide: JavaScriptGuide, namesKeysFreely: true },
      { id: 'php', label: 'PHP', scope: 'api', Guide: PhpGuide, namesKeysFreely: true },
      { id: 'python', label: 'Python', scope: 'api', Guide: PythonGuide, namesKeysFreely: true },
      { id: 'curl', label: 'curl', scope: 'api', Guide: CurlGuide, namesKeysFreely: true },
    ],
  },
];

export const INTEGRATIONS: readonly Integration[] = INTEGRATION_GROUPS.flatMap(
  ({ integrations }) => integrations,
);
