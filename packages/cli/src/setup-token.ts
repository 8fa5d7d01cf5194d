// `leadline setup-token`: a new link for the first person to sign up, if the printed one expired or was lost.

import { createSetupToken, SETUP_TOKEN_HOURS, setupLink } from '@leadline/server';
import { Command } from 'commander';
import { fail, printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withDatabase } from './store-options.ts';

export const setupTokenCommand = (): Command =>
  addStoreOptions(
    new Command('setup-token').addHelpText(
      'after',
      '\nThe link starts with PUBLIC_URL or, if that is not set, with http://127.0.0.1 and PORT.',
    ),
  ).action(async ({ data }: StoreOptions) => {
    const token = await withDatabase({ data }, createSetupToken);
    if (token === null)
      fail(
        'somebody has already signed up; ask an owner for an invitation, or use `leadline account add-member`',
      );
    const { PUBLIC_URL, PORT } = process.env;
    const publicUrl = PUBLIC_URL ? new URL(PUBLIC_URL).origin : `http://127.0.0.1:${PORT || 8080}`;
    printSetupLink(setupLink(publicUrl, token));
  });

export function printSetupLink(link: string): void {
  printLine(`set up    ${link}`);
  printLine(
    `Open this link to sign up and become the owner. It works once, within ${SETUP_TOKEN_HOURS} hours.`,
  );
}
