// Outgoing webhooks: endpoints, payloads and deliveries.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { Grade } from './lead.ts';
import {
  MAX_PAGE_SIZE,
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  MAX_WEBHOOK_HEADER_NAME_LENGTH,
  MAX_WEBHOOK_HEADER_VALUE_LENGTH,
  MAX_WEBHOOK_HEADERS,
  MAX_WEBHOOK_RATE,
  MIN_WEBHOOK_RATE,
} from './limits.ts';

/** Events an endpoint can subscribe to. */
const SUBSCRIBABLE_EVENTS = [
  'lead.scored',
  'lead.outcome',
  'lead.status',
  'usage.threshold',
  'import.finished',
  'model.drift',
] as const;
export const SubscribableEvent = Type.Enum(SUBSCRIBABLE_EVENTS);
export type SubscribableEvent = Static<typeof SubscribableEvent>;
export type EventType = SubscribableEvent | 'webhook.test';

export interface WebhookPayload {
  readonly type: EventType;
  readonly timestamp: string;
  readonly data: Record<string, unknown>;
}

export const CustomHeader = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: MAX_WEBHOOK_HEADER_NAME_LENGTH,
      examples: ['Authorization'],
    }),
    value: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_WEBHOOK_HEADER_VALUE_LENGTH,
        description: 'Printable ASCII. Without it, a header that is already set keeps its value.',
      }),
    ),
  },
  { additionalProperties: false, title: 'WebhookHeader' },
);
export type CustomHeader = Static<typeof CustomHeader>;

const fields = {
  url: Type.String({
    maxLength: 2_000,
    description: 'Where to send events. Must be https on port 443 or 8443, at a public address.',
    examples: ['https://example.org/leadline'],
  }),
  description: Type.String({ maxLength: MAX_WEBHOOK_DESCRIPTION_LENGTH }),
  format: Type.Enum(['standard', 'slack'], {
    description: '`slack`: messages for a Slack-compatible incoming webhook.',
  }),
  events: Type.Array(SubscribableEvent, {
    minItems: 1,
    maxItems: SUBSCRIBABLE_EVENTS.length,
    uniqueItems: true,
  }),
  min_grade: Type.Enum(['Hot', 'Warm', 'Cool', 'Cold', 'Spam'], {
    description: 'Only send `lead.scored` for leads of this grade or better. `Spam`: for all leads.',
  }),
  max_per_minute: Nullable(
    Type.Integer({
      minimum: MIN_WEBHOOK_RATE,
      maximum: MAX_WEBHOOK_RATE,
      description: 'Deliveries per minute, spread evenly. Further deliveries wait. Null: no limit.',
    }),
  ),
  headers: Type.Array(CustomHeader, {
    maxItems: MAX_WEBHOOK_HEADERS,
    description:
      'Headers to send with each delivery, such as Authorization. Replaces all that are set. ' +
      'Values are stored encrypted and never shown again.',
  }),
};

export const EndpointBody = Type.Object(
  {
    url: fields.url,
    description: Type.Optional(fields.description),
    format: Type.Optional(fields.format),
    events: Type.Optional(fields.events),
    min_grade: Type.Optional(fields.min_grade),
    max_per_minute: Type.Optional(fields.max_per_minute),
    headers: Type.Optional(fields.headers),
  },
  { additionalProperties: false, title: 'WebhookRequest' },
);
export type EndpointBody = Static<typeof EndpointBody>;

export const EndpointChanges = Type.Object(
  {
    url: Type.Optional(fields.url),
    description: Type.Optional(fields.description),
    format: Type.Optional(fields.format),
    events: Type.Optional(fields.events),
    min_grade: Type.Optional(fields.min_grade),
    max_per_minute: Type.Optional(fields.max_per_minute),
    headers: Type.Optional(fields.headers),
    enabled: Type.Optional(Type.Boolean({ description: 'Switches the endpoint on or off.' })),
  },
  { additionalProperties: false, title: 'WebhookChanges' },
);
export type EndpointChanges = Static<typeof EndpointChanges>;

export const Endpoint = Type.Object(
  {
    webhook_id: Type.String(),
    url: Type.String(),
    description: Type.String(),
    format: fields.format,
    events: Type.Array(SubscribableEvent),
    min_grade: Grade,
    max_per_minute: fields.max_per_minute,
    headers: Type.Array(
      Type.Object({
        name: Type.String(),
        hint: Type.String({ description: 'The last characters of the value, if it is long enough.' }),
      }),
    ),
    enabled: Type.Boolean(),
    disabled_reason: Nullable(
      Type.Enum(['by_hand', 'gone', 'failing'], {
        description:
          'Why it is switched off. `by_hand`: somebody switched it off. `gone`: it answered 410. `failing`: every delivery failed for five days.',
      }),
    ),
    disabled_at: Nullable(Moment),
    failing_since: Nullable(Moment),
    created_at: Moment,
  },
  { title: 'Webhook' },
);
export type Endpoint = Static<typeof Endpoint>;
export type DisabledReason = NonNullable<Endpoint['disabled_reason']>;

export const EndpointResult = Type.Object(
  { success: Type.Literal(true), data: Endpoint },
  { title: 'WebhookResult' },
);

export const EndpointList = Type.Object(
  { success: Type.Literal(true), data: Type.Array(Endpoint) },
  { title: 'WebhookList' },
);

/** A secret is only shown once, when it is created. */
export const NewEndpointResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      ...Endpoint.properties,
      secret: Type.String({ description: '`whsec_…`, for verifying signatures. Only shown once.' }),
    }),
  },
  { title: 'NewWebhookResult' },
);

export const RotateBody = Type.Object(
  {
    grace_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'How long deliveries are also signed with the old secret.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type RotateBody = Static<typeof RotateBody>;

export const Delivery = Type.Object(
  {
    event_id: Type.String({ description: 'The `webhook-id` header; the same on every attempt.' }),
    event: Type.String(),
    lead_id: Nullable(Type.String()),
    status: Type.Enum(['pending', 'delivered', 'failed']),
    attempts: Type.Integer(),
    created_at: Moment,
    last_attempt_at: Nullable(Moment),
    next_attempt_at: Nullable(Moment),
    response_status: Nullable(Type.Integer()),
    response_excerpt: Nullable(Type.String()),
    error: Nullable(Type.String()),
  },
  { title: 'Delivery' },
);
export type Delivery = Static<typeof Delivery>;

export const DeliveryQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: 50 })),
    cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
    status: Type.Optional(Type.Enum(['pending', 'delivered', 'failed'])),
  },
  { additionalProperties: false },
);
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const DeliveryPage = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(Delivery, {
      description:
        'With `status`, a page looks at the next 20,000 deliveries and may be short or empty; `next_cursor` leads on.',
    }),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'DeliveryPage' },
);
export type DeliveryPage = Static<typeof DeliveryPage>;

export const QueuedResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({ queued: Type.Integer({ description: 'The number of deliveries queued.' }) }),
  },
  { title: 'QueuedResult' },
);

export const TestSent = Type.Object(
  { success: Type.Literal(true), data: Type.Object({ event_id: Type.String() }) },
  { title: 'TestSent' },
);
