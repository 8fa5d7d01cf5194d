// Tools that pass data on: they can set a header, so the key goes there.

import type { GuideProps } from './guide-props.ts';
import { Steps } from './steps.tsx';

export function ZapierGuide({ address, secret }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Add an action: <b>Webhooks by Zapier</b>, event <b>POST</b>. (It needs a paid plan.)
        </>,
        <>
          URL <code>{address}</code>, Payload Type <b>Json</b>, Wrap Request In Array <b>No</b>.
        </>,
        <>
          Data: one row a field: <code>name</code>, <code>email</code>, <code>phone</code>,{' '}
          <code>budget</code>, <code>message</code>, <code>source</code>, and any question by its text.
        </>,
        <>
          Headers: <code>X-API-KEY</code> with <code>{secret}</code>; <code>Idempotency-Key</code> with the id
          of the trigger’s record, so that a replayed Zap stores nothing twice.
        </>,
        <>
          Test the step. The answer has <code>data__score</code> and <code>data__grade</code> for the steps
          after it.
        </>,
      ]}
    />
  );
}

export function MakeGuide({ address, secret }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Add <b>HTTP</b>, module <b>Make a request</b>.
        </>,
        <>
          URL <code>{address}</code>, method <b>POST</b>, header <code>X-API-KEY</code> with{' '}
          <code>{secret}</code> and, if the trigger has an id, <code>Idempotency-Key</code> with it.
        </>,
        <>
          Body type <b>Raw</b>, content type <b>JSON (application/json)</b>, and the body as a JSON object:{' '}
          <code>{'{"name": "…", "email": "…", "message": "…"}'}</code>. Map the values; escape texts with
          quotes or line breaks by a <b>Create JSON</b> module before it.
        </>,
        <>
          Parse response <b>Yes</b>: <code>data.score</code> and <code>data.grade</code> can then be mapped.
        </>,
      ]}
    />
  );
}

export function N8nGuide({ address, secret }: GuideProps) {
  return (
    <Steps
      steps={[
        <>
          Add an <b>HTTP Request</b> node: method <b>POST</b>, URL <code>{address}</code>.
        </>,
        <>
          Authentication <b>Generic Credential Type</b>, <b>Header Auth</b>, name <code>X-API-KEY</code>,
          value <code>{secret}</code>.
        </>,
        <>
          Send Body on, <b>JSON</b>, <b>Using JSON</b>, <code>{'{{ JSON.stringify($json) }}'}</code>.
        </>,
        <>
          With <b>Retry On Fail</b>, send the header <code>Idempotency-Key</code> with{' '}
          <code>{'{{ $execution.id }}-{{ $itemIndex }}'}</code>.
        </>,
      ]}
      notes={[
        'What a Webhook node received may be sent on whole: its body is read, and of its query the utm_ parameters. One request is one lead: a list is read when it holds exactly one item.',
      ]}
    />
  );
}
