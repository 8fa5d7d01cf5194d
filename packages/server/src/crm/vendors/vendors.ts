// The CRMs that can be connected.

import type { CrmAdapter, CrmField, Vendors } from './adapter.ts';
import type { CrmCaller } from './call-crm.ts';
import { ODOO, Odoo } from './odoo.ts';
import type { CrmTarget } from './seal.ts';

export const VENDORS: Vendors = { odoo: ODOO };

export function openAdapter(target: CrmTarget, fields: readonly CrmField[], caller: CrmCaller): CrmAdapter {
  switch (target.vendor) {
    case 'odoo':
      return new Odoo(target, fields, caller);
  }
}
