import type { Attack } from '../attacker.ts';
import { connectionAttacks } from './connection-attacks.ts';
import { cpuAttacks } from './cpu-attacks.ts';
import { crmAttacks } from './crm-attacks.ts';
import { excelAttacks } from './excel-attacks.ts';
import { importAttacks } from './import-attacks.ts';
import { personAttacks } from './person-attacks.ts';
import { readAttacks } from './read-attacks.ts';
import { signInAttacks } from './sign-in-attacks.ts';
import { storageAttacks } from './storage-attacks.ts';
import { validationAttacks } from './validation-attacks.ts';
import { webhookAttacks } from './webhook-attacks.ts';

export const ATTACKS: readonly Attack[] = [
  ...readAttacks,
  ...cpuAttacks,
  ...validationAttacks,
  ...connectionAttacks,
  ...signInAttacks,
  ...webhookAttacks,
  ...crmAttacks,
  ...storageAttacks,
  ...importAttacks,
  ...excelAttacks,
  ...personAttacks,
];
