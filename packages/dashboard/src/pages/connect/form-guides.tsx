// Form tools and ads that can set no header: the key stands in the address.

import type { GuideProps } from './guide-props.ts';
import { Steps } from './steps.tsx';

export function TypeformGuide({ address }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Open the form, <b>Connect</b>, <b>Webhooks</b>, <b>Add a webhook</b>.
        </>,
        <>
          Endpoint <code>{address}</code>. Save, and switch it on.
        </>,
        <>
          <b>View deliveries</b>, <b>Send test request</b>: it should be answered with 200.
        </>,
      ]}
      notes={[
        'Every type of answer is read, under the title of its question. Hidden fields are fields: put utm_source among them and it becomes the source.',
      ]}
    />
  );
}

export function TallyGuide({ address }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Publish the form, <b>Integrations</b>, <b>Webhooks</b>, <b>Connect</b>.
        </>,
        <>
          Endpoint URL <code>{address}</code>. A signing secret is not needed.
        </>,
        'Submit the form once; the events log beside the webhook should show 200.',
      ]}
      notes={[
        'Options are read by their texts, ticked boxes once, a file by its address. Hidden fields are fields.',
      ]}
    />
  );
}

export function WebflowGuide({ address }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          <b>Site settings</b>, <b>Apps & integrations</b>, <b>Webhooks</b>, <b>Add webhook</b>.
        </>,
        <>
          Trigger type <b>Form submission</b>, API version <b>V2</b> (V1 is read too).
        </>,
        <>
          URL <code>{address}</code>. Save, publish the site, submit the form once.
        </>,
      ]}
      notes={['Fields are read by the names they have in the Designer, so name them Email, Phone, Message.']}
    />
  );
}

export function GoogleAdsGuide({ address }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          <b>Assets</b>, <b>Lead form</b>, open or make one, <b>Export leads from Google Ads</b>,{' '}
          <b>Other data integration options</b> (webhook).
        </>,
        <>
          Webhook URL <code>{address}</code>. Key: any text; it is neither checked nor kept, as the address is
          the secret already.
        </>,
        <>
          <b>Send test data</b>. The test lead (<code>test@example.com</code>) is stored like any other and
          scores low; delete it.
        </>,
      ]}
      notes={['The columns Google names are read, and your own questions; the source is “google ads”.']}
    />
  );
}
