// Guides for WordPress form plugins.

import type { GuideProps } from './guide-props.ts';
import { Steps } from './steps.tsx';

export function ContactForm7Guide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Contact Form 7 has no webhooks: install a plugin such as <b>CF7 to Webhook</b>, then open the form’s{' '}
          <b>Webhook</b> tab.
        </>,
        <>
          Check <b>Send to Webhook</b> and paste <code>{url}</code>.
        </>,
        'Save and submit the form once.',
      ]}
      notes={[
        <>
          <code>your-name</code>, <code>your-email</code>, <code>your-message</code> and{' '}
          <code>your-phone</code> are recognized. Other tags are stored as questions:{' '}
          <code>[select start-date …]</code> becomes the question “start-date”.
        </>,
      ]}
    />
  );
}

export function ElementorGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Edit the form and add <b>Webhook</b> under <b>Actions After Submit</b>. It requires Elementor Pro.
        </>,
        <>
          In the <b>Webhook</b> section, paste <code>{url}</code>.
        </>,
        <>
          Turn on <b>Advanced Data</b>, so that Elementor sends field types as well as labels.
        </>,
        'Update the page and submit the form once.',
      ]}
      notes={['Elementor doesn’t retry failed requests.']}
    />
  );
}

export function GravityFormsGuide({ url, secret }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          In your form, go to <b>Settings</b>, <b>Webhooks</b>, <b>Add New</b>. It requires the Webhooks
          Add-On.
        </>,
        <>
          Set the Request URL to <code>{url}</code>, the method to <b>POST</b>, the format to <b>JSON</b>, and
          the request header <code>X-API-KEY</code> to <code>{secret}</code>.
        </>,
        <>
          Set Request Body to <b>Select Fields</b> and enter these keys: <code>name</code>, <code>email</code>
          , <code>phone</code>, <code>budget</code>, <code>message</code>. For other questions, use the
          question’s text as the key.
        </>,
      ]}
      notes={[
        'Don’t choose All Fields: Gravity Forms would send numbers instead of question texts, and answers without a question don’t affect the score.',
      ]}
    />
  );
}

export function WpFormsGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          In your form, go to <b>Settings</b>, <b>Webhooks</b>. It requires the Webhooks addon.
        </>,
        <>
          Set the Request URL to <code>{url}</code>, the method to <b>POST</b> and the format to <b>JSON</b>.
        </>,
        <>
          In the request body, use the keys <code>name</code>, <code>email</code>, <code>phone</code>,{' '}
          <code>budget</code> and <code>message</code>. For other questions, use the question’s text as the
          key.
        </>,
        'Save and submit the form once.',
      ]}
    />
  );
}
