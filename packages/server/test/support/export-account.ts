// Exports an account as the dashboard does: with the password first, then with the ticket.

import { PASSWORD, type Person } from '@leadline/testkit/auth/person';
import type { ApiResponse } from '@leadline/testkit/http/call';

export const EXPORT_PATH = '/api/account/export';

export async function getExportTicket(person: Person): Promise<string> {
  const { body } = await person.call(EXPORT_PATH, { password: PASSWORD });
  return body.data.ticket;
}

export const exportAccount = async (person: Person): Promise<ApiResponse> =>
  person.call(`${EXPORT_PATH}?ticket=${await getExportTicket(person)}`);
