// Guides for automation tools. These can set headers, so the key is sent in one.

import type { GuideProps } from './guide-props.ts';
import { Steps } from './steps.tsx';

export function ZapierGuide({ url, secret }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Add the action <b>Webhooks by Zapier</b> with the event <b>POST</b>. It requires a paid plan.
        </>,
        <>
          Set URL to <code>{url}</code>, Payload Type to <b>Json</b> and Wrap Request In Array to <b>No</b>.
        </>,
        <>
          Under Data, add a row for each field: <code>name</code>, <code>email</code>, <code>phone</code>,{' '}
          <code>budget</code>, <code>message</code>, <code>source</code>, and any other question under its own
          text.
        </>,
        <>
          Under Headers, set <code>X-API-KEY</code> to <code>{secret}</code> and <code>Idempotency-Key</code>{' '}
          to the ID of the trigger’s record, so that replaying the Zap creates no duplicates.
        </>,
        <>
          Test the step. Later steps can use <code>data__score</code> and <code>data__grade</code> from the
          response.
        </>,
      ]}
    />
  );
}

export function MakeGuide({ url, secret }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Add the module <b>HTTP</b>, <b>Make a request</b>.
        </>,
        <>
          Set the URL to <code>{url}</code>, the method to <b>POST</b> and the header <code>X-API-KEY</code>{' '}
          to <code>{secret}</code>. If the trigger has an ID, set the header <code>Idempotency-Key</code> to
          it.
        </>,
        <>
          Set the body type to <b>Raw</b> and the content type to <b>JSON (application/json)</b>. The body is
          a JSON object: <code>{'{"name": "…", "email": "…", "message": "…"}'}</code>. Map the values. Build
          the JSON with a <b>Create JSON</b> module first if texts can contain quotes or line breaks.
        </>,
        <>
          Set Parse response to <b>Yes</b> to map <code>data.score</code> and <code>data.grade</code>.
        </>,
      ]}
    />
  );
}

export function N8nGuide({ url, secret }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Add an <b>HTTP Request</b> node with the method <b>POST</b> and the URL <code>{url}</code>.
        </>,
        <>
          Set Authentication to <b>Generic Credential Type</b>, <b>Header Auth</b>, with the name{' '}
          <code>X-API-KEY</code> and the value <code>{secret}</code>.
        </>,
        <>
          Turn on Send Body, choose <b>JSON</b> and <b>Using JSON</b>, and enter{' '}
          <code>{'{{ JSON.stringify($json) }}'}</code>.
        </>,
        <>
          If you use <b>Retry On Fail</b>, set the header <code>Idempotency-Key</code> to{' '}
          <code>{'{{ $execution.id }}-{{ $itemIndex }}'}</code>.
        </>,
      ]}
      notes={[
        'You can forward everything a Webhook node received: Leadline reads the body and the utm_ parameters of the query. Send one lead per request; a list is only accepted if it has exactly one item.',
      ]}
    />
  );
}
