// The CRMs that can be connected.

import type { CrmValue, CrmVendor } from '@leadline/contract';
import type { CrmAdapter, CrmField, TokenStore, Vendors } from './adapter.ts';
import { boundAnswers } from './bound-answers.ts';
import type { CrmCaller } from './call-crm.ts';
import { HUBSPOT, HubSpot } from './hubspot.ts';
import { ODOO, Odoo } from './odoo.ts';
import { PIPEDRIVE, Pipedrive } from './pipedrive.ts';
import { SALESFORCE, Salesforce } from './salesforce.ts';
import type { CrmTarget } from './seal.ts';

export const VENDORS: Vendors = {
  odoo: ODOO,
  hubspot: HUBSPOT,
  pipedrive: PIPEDRIVE,
  salesforce: SALESFORCE,
};

/** What no CRM has a field for, so that we add one. */
const OWN_VALUES: readonly CrmValue[] = ['score', 'grade', 'reasons', 'next_step', 'received_at', 'link'];

/** Fields that have no values but ours, however the leads are linked to the records. */
export const ownFieldsOf = (vendor: CrmVendor): ReadonlySet<string> =>
  new Set(OWN_VALUES.flatMap((value) => VENDORS[vendor].defaultMapping[value] ?? []));

export function openAdapter(
  target: CrmTarget,
  fields: readonly CrmField[],
  caller: CrmCaller,
  tokens: TokenStore,
): CrmAdapter {
  switch (target.vendor) {
    case 'odoo':
      return new Odoo(target, fields, caller);
    case 'hubspot':
      return boundAnswers(new HubSpot(target, fields, caller), HUBSPOT.name);
    case 'pipedrive':
      return boundAnswers(new Pipedrive(target, fields, caller), PIPEDRIVE.name);
    case 'salesforce':
      return boundAnswers(new Salesforce(target, fields, caller, tokens), SALESFORCE.name);
  }
}
