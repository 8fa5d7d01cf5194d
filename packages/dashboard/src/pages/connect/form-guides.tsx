// Guides for form tools and ad platforms. These can’t set headers, so the URL contains the key.

import type { GuideProps } from './guide-props.ts';
import { Steps } from './steps.tsx';

export function TypeformGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          In your form, go to <b>Connect</b>, <b>Webhooks</b>, <b>Add a webhook</b>.
        </>,
        <>
          Set Endpoint to <code>{url}</code>. Save, and turn it on.
        </>,
        <>
          Go to <b>View deliveries</b>, <b>Send test request</b>. The response should be 200.
        </>,
      ]}
      notes={[
        'All answer types work. Each answer is stored under the title of its question. Hidden fields are read too: add utm_source to set the source.',
      ]}
    />
  );
}

export function TallyGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Publish your form and go to <b>Integrations</b>, <b>Webhooks</b>, <b>Connect</b>.
        </>,
        <>
          Set Endpoint URL to <code>{url}</code>. You don’t need a signing secret.
        </>,
        'Submit the form once. The event log next to the webhook should show 200.',
      ]}
      notes={['Choices are stored by their labels and files by their URLs. Hidden fields are read too.']}
    />
  );
}

export function WebflowGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Go to <b>Site settings</b>, <b>Apps & integrations</b>, <b>Webhooks</b>, <b>Add webhook</b>.
        </>,
        <>
          Set the trigger type to <b>Form submission</b> and the API version to <b>V2</b>. V1 works too.
        </>,
        <>
          Set the URL to <code>{url}</code>. Save, publish the site and submit the form once.
        </>,
      ]}
      notes={['Leadline uses the field names from the Designer, so name them Email, Phone and Message.']}
    />
  );
}

export function GoogleAdsGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Go to <b>Assets</b>, <b>Lead form</b>, and open or create a form. Go to{' '}
          <b>Export leads from Google Ads</b>, <b>Other data integration options</b>, and choose webhook.
        </>,
        <>
          Set Webhook URL to <code>{url}</code>. Enter anything as the Key: Leadline ignores it, because the
          URL already contains the secret.
        </>,
        <>
          Choose <b>Send test data</b>. The test lead (<code>test@example.com</code>) is stored like any other
          lead, so delete it afterwards.
        </>,
      ]}
      notes={['Leadline reads Google’s columns and your own questions, and sets the source to “google ads”.']}
    />
  );
}

export function MetaAdsGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Meta doesn’t send leads to a URL by itself: connect it with Zapier, Make or n8n. Create a Zap or
          scenario with the trigger <b>Facebook Lead Ads</b>, <b>New Lead</b>, and choose your page and form.
        </>,
        <>
          Add an action that sends a <b>POST</b> request with JSON to <code>{url}</code>.
        </>,
        'Send everything that the trigger returns, unchanged. A lead that is sent twice is stored once.',
        'Create a lead with Meta’s Lead Ads Testing Tool. It appears under Recent requests below.',
      ]}
      notes={[
        'Questions and choices are made readable. Campaign, ad and form are kept by name, and the source is “facebook lead ad” or “instagram lead ad”.',
      ]}
    />
  );
}

export function LinkedInGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          LinkedIn doesn’t send leads to a URL by itself: connect it with Zapier, Make or n8n. Create a Zap or
          scenario with the trigger <b>LinkedIn Lead Gen Forms</b>, <b>New Lead Gen Form Response</b>, and
          choose your form.
        </>,
        <>
          Add an action that sends a <b>POST</b> request with JSON to <code>{url}</code>.
        </>,
        <>
          Send the fields under the names <code>name</code>, <code>email</code>, <code>phone</code>,{' '}
          <code>company</code> and <code>message</code>, and set <code>source</code> to{' '}
          <code>linkedin lead form</code>. For other questions, use the question’s text as the name.
        </>,
        'Submit the form once with a test lead. It appears under Recent requests below.',
      ]}
      notes={[
        'You can send Lead Sync API responses (leadFormResponses) as they are. Request the form too, so questions keep their wording.',
      ]}
    />
  );
}

export function JotformGuide({ url }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          In your form, go to <b>Settings</b>, <b>Integrations</b>, <b>WebHooks</b>.
        </>,
        <>
          Add <code>{url}</code> and complete the integration.
        </>,
        'Submit the form once. The lead appears under Recent requests below.',
      ]}
      notes={['Answers are stored under the full text of their questions. Uploaded files are kept by URL.']}
    />
  );
}
