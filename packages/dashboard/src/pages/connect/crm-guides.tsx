// Guides for CRMs. The URL contains the key.

import type { GuideProps } from './guide-props.ts';
import { Steps } from './steps.tsx';

export function HubSpotGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Create a contact-based workflow that starts with a <b>form submission</b>. Webhooks in workflows
          require Data Hub Professional (formerly Operations Hub).
        </>,
        <>
          Add the action <b>Send a webhook</b> with the method <b>POST</b> and the URL <code>{url}</code>.
        </>,
        <>
          Choose <b>Customize request body</b> and add the properties <code>firstname</code>,{' '}
          <code>lastname</code>, <code>email</code>, <code>phone</code>, <code>company</code> and{' '}
          <code>message</code>.
        </>,
        'Test the action with a contact, then turn the workflow on.',
      ]}
      notes={['Other properties are stored as questions and answers under their names.']}
    />
  );
}
