// Records a completed sign-in, and sends an email if the user hasn't used this browser before.

import { addDevice, readDeviceToken, touchDevice } from '../cookies/known-devices.ts';
import type { Client } from './client.ts';
import { recordSecurityEvent, type SecurityEvent } from './security-log.ts';
import { type MailParts, sendSecurityMail } from './security-mails.ts';

export interface SignInUser {
  readonly id: string;
  readonly email: string;
}

/** Returns the token to keep in the browser's cookie. */
export async function noteSignIn(
  parts: MailParts,
  user: SignInUser,
  event: SecurityEvent,
  client: Client,
  cookies: string | undefined,
): Promise<string> {
  const token = readDeviceToken(cookies, isSecure(parts));
  await recordSecurityEvent(parts.db, user.id, event, client);
  if (token !== null && (await touchDevice(parts.db, user.id, token))) return token;
  const added = await addDevice(parts.db, user.id);
  // They are reading the screen that welcomes them.
  if (event.action !== 'user.signed_up') sendSecurityMail(parts, user, 'new_device', client);
  return added;
}

export const isSecure = ({ publicUrl }: Pick<MailParts, 'publicUrl'>): boolean =>
  publicUrl.startsWith('https:');
