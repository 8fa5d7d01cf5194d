// `leadline setup-token`: a new link for the first person to sign up, if another one expired or was lost.

import {
  checkEnvironment,
  createSetupToken,
  readSecretFiles,
  SETUP_TOKEN_HOURS,
  setupLink,
} from '@leadline/server';
import { Command } from 'commander';
import { fail, printLine } from './output.ts';
import { addStoreOptions, onDatabase, type StoreOptions, withDatabase } from './store-options.ts';

export const setupTokenCommand = (): Command =>
  addStoreOptions(
    new Command('setup-token').addHelpText(
      'after',
      '\nThe link starts with PUBLIC_URL or, if that is not set, with http://127.0.0.1 and PORT.' +
        '\nIf AUTH_DATABASE_URL is set, as for an API process, it is used instead of DATABASE_URL.',
    ),
  ).action(async ({ data }: StoreOptions) => {
    checkEnvironment(process.env); // PUBLIC_URL and PORT are in the link
    const signIn = readSecretFiles(process.env).AUTH_DATABASE_URL;
    const token = signIn
      ? await onDatabase(signIn, createSetupToken)
      : await withDatabase({ data }, createSetupToken);
    if (token === null)
      fail(
        'somebody has already signed up; ask an owner for an invitation, or use `leadline account add-member`',
      );
    const { PUBLIC_URL, PORT } = process.env;
    const publicUrl = PUBLIC_URL ? new URL(PUBLIC_URL).origin : `http://127.0.0.1:${PORT || 8080}`;
    printLine(describeSetupLink(setupLink(publicUrl, token)));
  });

export const describeSetupLink = (link: string): string =>
  `set up    ${link}\nOpen this link to sign up and become the owner. It works once, within ${SETUP_TOKEN_HOURS} hours.`;
