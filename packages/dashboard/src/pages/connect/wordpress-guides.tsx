// Forms of WordPress.

import type { GuideProps } from './guide-props.ts';
import { Steps } from './steps.tsx';

export function ContactForm7Guide({ address }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Contact Form 7 has no webhooks of its own: install a plugin such as <b>CF7 to Webhook</b>, open the
          form, tab <b>Webhook</b>.
        </>,
        <>
          Tick <b>Send to Webhook</b>, and paste <code>{address}</code>.
        </>,
        'Save and submit the form once.',
      ]}
      notes={[
        <>
          <code>your-name</code>, <code>your-email</code>, <code>your-message</code> and{' '}
          <code>your-phone</code> are understood as they are; other tags are questions, so{' '}
          <code>[select start-date …]</code> asks “start-date”.
        </>,
      ]}
    />
  );
}

export function ElementorGuide({ address }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Edit the form, <b>Actions After Submit</b>, add <b>Webhook</b>. (It needs Elementor Pro.)
        </>,
        <>
          <b>Webhook</b> section: <code>{address}</code>.
        </>,
        <>
          <b>Advanced Data</b> on: the types of the fields then come along. Off is read too, by the labels.
        </>,
        'Update the page and submit the form once.',
      ]}
      notes={['Elementor does not deliver again, so no lead should wait for a retry.']}
    />
  );
}

export function GravityFormsGuide({ address, secret }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Open the form, <b>Settings</b>, <b>Webhooks</b>, <b>Add New</b>. (It needs the Webhooks Add-On.)
        </>,
        <>
          Request URL <code>{address}</code>, method <b>POST</b>, format <b>JSON</b>, request header{' '}
          <code>X-API-KEY</code> with <code>{secret}</code>.
        </>,
        <>
          Request Body <b>Select Fields</b>, and name the keys yourself: <code>name</code>, <code>email</code>
          , <code>phone</code>, <code>budget</code>, <code>message</code>, and other questions by their text.
        </>,
      ]}
      notes={[
        'All Fields is read too, but Gravity Forms then sends numbers instead of questions, and an answer without its question counts for nothing.',
      ]}
    />
  );
}
