// Adds our fields to the leads of Salesforce. A field that was added over the API is visible to nobody, administrators included,
// until a permission set says otherwise.

import type { CrmRequest, CrmResponse } from './call-crm.ts';
import { CrmError } from './crm-error.ts';

interface OwnField {
  readonly name: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const text = (label: string, length: number) => ({ label, type: 'Text', length });

export const OWN_FIELDS: readonly OwnField[] = [
  {
    name: 'Leadline_Score__c',
    metadata: { label: 'Leadline score', type: 'Number', precision: 3, scale: 0 },
  },
  { name: 'Leadline_Grade__c', metadata: text('Leadline grade', 20) },
  {
    name: 'Leadline_Reasons__c',
    metadata: { label: 'Leadline reasons', type: 'LongTextArea', length: 5_000, visibleLines: 4 },
  },
  { name: 'Leadline_Next_Step__c', metadata: text('Leadline next step', 255) },
  { name: 'Leadline_Received_At__c', metadata: { label: 'Received by Leadline', type: 'DateTime' } },
  { name: 'Leadline_Link__c', metadata: { label: 'Open in Leadline', type: 'Url' } },
  {
    name: 'Leadline_Key__c',
    metadata: { ...text('Leadline key', 80), externalId: true, unique: true, caseSensitive: true },
  },
];

const PERMISSION_SET = 'Leadline';

type Send = (path: string, request: CrmRequest) => Promise<CrmResponse>;

export async function addSalesforceFields(
  missing: readonly OwnField[],
  data: string,
  send: Send,
): Promise<void> {
  for (const { name, metadata } of missing) {
    const body = { FullName: `Lead.${name}`, Metadata: metadata };
    // A field that is there already, but that this user can't see, is refused as a duplicate.
    const { status } = await send(`${data}/tooling/sobjects/CustomField`, {
      method: 'POST',
      body,
      expects: [400, 403],
    });
    if (status === 403)
      throw new CrmError(
        'forbidden',
        'this Salesforce user may not add fields; it needs “Customize Application”',
      );
  }
  await showFields(data, send);
}

/** To the user that we sign in as; others get the permission set from their administrator. */
async function showFields(data: string, send: Send): Promise<void> {
  const query = async (soql: string): Promise<{ Id: string; Field?: string }[]> => {
    const { body } = await send(`${data}/query?${new URLSearchParams({ q: soql })}`, { method: 'GET' });
    return (body as { records: { Id: string; Field?: string }[] }).records;
  };
  const add = async (type: string, body: object): Promise<string> =>
    ((await send(`${data}/sobjects/${type}`, { method: 'POST', body })).body as { id: string }).id;
  const [known] = await query(`select Id from PermissionSet where Name = '${PERMISSION_SET}'`);
  const setId = known?.Id ?? (await add('PermissionSet', { Name: PERMISSION_SET, Label: PERMISSION_SET }));
  const shown = new Set(
    (await query(`select Id, Field from FieldPermissions where ParentId = '${setId}'`)).map(
      ({ Field }) => Field,
    ),
  );
  for (const { name } of OWN_FIELDS) {
    const field = `Lead.${name}`;
    if (shown.has(field)) continue;
    await add('FieldPermissions', {
      ParentId: setId,
      SobjectType: 'Lead',
      Field: field,
      PermissionsRead: true,
      PermissionsEdit: true,
    });
  }
  const { body } = await send(`${data}/`, { method: 'GET' });
  // https://login.salesforce.com/id/ORGANIZATION/USER
  const userId = /\/id\/\w+\/(\w+)$/.exec(String((body as { identity?: unknown }).identity))?.[1];
  if (userId === undefined) return;
  const assigned = await query(
    `select Id from PermissionSetAssignment where PermissionSetId = '${setId}' and AssigneeId = '${userId}'`,
  );
  if (assigned.length === 0)
    await add('PermissionSetAssignment', { PermissionSetId: setId, AssigneeId: userId });
}
