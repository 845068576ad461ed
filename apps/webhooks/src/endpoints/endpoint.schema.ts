import { Whole } from '@qafila/schema/number-fields';
import { Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Flag, Text, textRule } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';
import { WebhookFilter } from './content-filter.ts';
import { customHeadersRule, endpointUrlRule, eventPatternRule, webhookSecretRule } from './endpoint-rules.ts';

const STATUSES = ['enabled', 'paused', 'disabled'] as const;
export type EndpointStatus = (typeof STATUSES)[number];
const ORDERINGS = ['none', 'key'] as const;
export type Ordering = (typeof ORDERINGS)[number];

const DESCRIPTION = {
  example: 'Orders of the shop in Riyadh',
  charactersMin: 0,
  charactersMax: LIMITS.descriptionCharactersMax,
};
const URL_FIELD = {
  description:
    'Where webhooks are sent by POST: `https`, in stage also `http`. Without credentials and fragment, and not an ' +
    'address inside a private network. At most 2,048 characters.',
  example: 'https://hooks.example.com/qafila',
};
const EVENT_TYPES = {
  description:
    'What the endpoint subscribes to: `*`, names, or families such as `meter.*`. Events named `webhook.…` need their ' +
    'name or `webhook.*`.',
  example: ['shipment.*', 'meter.created'],
  itemsMin: 1,
  itemsMax: LIMITS.eventTypesMax,
};
const ORDERING =
  '`key`: later events of one meter, intent or shipment wait for the earlier one. `none`: nothing waits.';
const FILTERS = {
  description: 'Conditions on the body: of the events in `event_types`, only those are sent that fulfil all filters.',
  example: [{ path: '$.customer.country', in: ['SA', 'AE'] }],
  itemsMax: LIMITS.filtersPerEndpointMax,
};
const SECRET = {
  description: 'The secret that signs: `whsec_` and the base64 of 24 to 64 bytes. Left out: one is generated.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  optional: true,
};

/** What both create and update may set. */
class EndpointFields {
  @Text({ ...DESCRIPTION, description: 'Your note about the endpoint.', optional: true })
  description?: string;

  @Judged(customHeadersRule, {
    description:
      'Headers that are sent with each delivery, such as a token: at most 20, together 4,096 bytes. They are stored ' +
      'encrypted. An update replaces all of them; an empty object removes them.',
    example: { authorization: 'Bearer your-token' },
    optional: true,
  })
  headers?: Record<string, string>;

  @List(nestedRule(() => WebhookFilter), {
    ...FILTERS,
    description:
      `${FILTERS.description} Left out: none. An update replaces all of them; an empty array removes them. They ` +
      'decide about events from now on.',
    optional: true,
  })
  filters?: WebhookFilter[];

  @Choice(ORDERINGS, { description: `${ORDERING} Default \`none\`.`, example: 'none', optional: true })
  ordering?: Ordering;

  @Whole({
    description:
      'The most requests in a second. Null or left out: no bound; the dispatcher finds out how much your server takes.',
    example: 50,
    min: 1,
    max: LIMITS.rateLimitPerSecondMax,
    optional: true,
    nullable: true,
  })
  rate_limit_per_second?: number | null;

  @Whole({
    description: 'The most requests at the same time. Default 64, unless the operator sets another default.',
    example: 32,
    min: 1,
    max: LIMITS.concurrencyMax,
    optional: true,
  })
  concurrency_max?: number;
}

/** Body of create. */
export class CreateWebhookEndpointBody extends EndpointFields {
  @Judged(endpointUrlRule, URL_FIELD)
  url!: string;

  @List(eventPatternRule, EVENT_TYPES)
  event_types!: string[];

  @Judged(webhookSecretRule, SECRET)
  secret?: string;

  @Flag({
    description: 'True: an ed25519 key pair signs too (`v1a`); the answer contains its `public_key`.',
    example: false,
    optional: true,
  })
  ed25519?: boolean;
}

/** Body of update: any part of it. */
export class UpdateWebhookEndpointBody extends EndpointFields {
  @Judged(endpointUrlRule, { ...URL_FIELD, optional: true })
  url?: string;

  @List(eventPatternRule, { ...EVENT_TYPES, optional: true })
  event_types?: string[];

  // `disabled` is ours to set.
  @Choice(['enabled', 'paused'], {
    description: 'The same as pause and resume.',
    example: 'enabled',
    optional: true,
  })
  status?: 'enabled' | 'paused';

  static judge(body: UpdateWebhookEndpointBody, at: Place): void {
    if (at.violations.isEmpty && Object.keys(body).length === 0)
      at.violations.add('body', 'Send at least one field to change.');
  }
}

/** Body of rotate. */
export class RotateWebhookSecretBody {
  @Judged(webhookSecretRule, SECRET)
  secret?: string;

  @Choice(['hmac', 'ed25519'], {
    description: 'Which secret is replaced. Default `hmac`. An ed25519 pair is always generated.',
    example: 'hmac',
    optional: true,
  })
  kind?: 'hmac' | 'ed25519';

  @Flag({
    description: 'True when the old secret has leaked: it ends now, and not after 24 hours.',
    example: false,
    optional: true,
  })
  end_previous?: boolean;

  static judge({ kind, secret }: RotateWebhookSecretBody, at: Place): void {
    if (kind === 'ed25519' && secret !== undefined)
      at.below('secret').fail('goes with kind hmac: an ed25519 pair is always generated; leave the field out');
  }
}

/** An endpoint on the wire. */
export class WebhookEndpointAnswer {
  @Text({ description: 'The id of the endpoint.', example: 'ep_5Yy0bDqO6hH1aWc2' })
  id!: string;

  @Text({ ...URL_FIELD, description: 'Where webhooks are sent.', charactersMax: LIMITS.urlCharactersMax })
  url!: string;

  @Text({ ...DESCRIPTION, description: 'Your note about the endpoint; empty when there is none.' })
  description!: string;

  @List(textRule(), { ...EVENT_TYPES, description: 'What the endpoint subscribes to.' })
  event_types!: string[];

  @List(nestedRule(() => WebhookFilter), FILTERS)
  filters!: WebhookFilter[];

  @Choice(STATUSES, {
    description:
      '`paused`: events are numbered and wait. `disabled`: nothing is sent, and what waits becomes dead letters.',
    example: 'enabled',
  })
  status!: EndpointStatus;

  @Text({
    description:
      'Why the endpoint is disabled: `gone` (it answered 410), `failing` (five days without a success) or ' +
      '`paused_too_long` (until the end of retention); null otherwise.',
    nullable: true,
  })
  status_reason!: string | null;

  @Choice(ORDERINGS, { description: ORDERING, example: 'none' })
  ordering!: Ordering;

  @Whole({
    description: 'The most requests in a second; null: no bound.',
    example: 50,
    min: 1,
    max: LIMITS.rateLimitPerSecondMax,
    nullable: true,
  })
  rate_limit_per_second!: number | null;

  @Whole({ description: 'The most requests at the same time.', example: 32, min: 1, max: LIMITS.concurrencyMax })
  concurrency_max!: number;

  @List(textRule(), {
    description: 'The names of your custom headers, in lower case. Their values are never shown.',
    example: ['authorization'],
    itemsMax: LIMITS.customHeadersMax,
  })
  header_names!: string[];

  @Text({ description: 'The account of the endpoint.', example: '5f1d7a3b9c2e4680' })
  account_id!: string;

  @Text({ description: 'The store of the endpoint.', example: 'str_9c2e46805f1d7a3b' })
  store_id!: string;

  @Choice(['stage', 'live'], { description: 'The mode of the endpoint.' })
  mode!: string;

  @Moment({ description: 'When the endpoint was created.' })
  createdAt!: string;

  @Moment({ description: 'When the endpoint was last changed.' })
  updatedAt!: string;
}

/** A new endpoint with what signs its deliveries. */
export class CreatedWebhookEndpointAnswer extends WebhookEndpointAnswer {
  @Text({ description: 'The secret that signs (HMAC-SHA256). Keep it safe.', example: SECRET.example })
  secret!: string;

  @Text({
    description: 'The public key of the ed25519 pair; null without `ed25519: true`.',
    example: 'whpk_2Pg2oQ4wFmNnVYt8zGkJ4m2Q0n0fQ5m8c8Yw3sH1r9A=',
    nullable: true,
  })
  public_key!: string | null;
}

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** The endpoint with its state, for an operator of the receiving side. */
export class WebhookEndpointStateAnswer extends WebhookEndpointAnswer {
  @Whole({
    description: 'The last number given to a delivery: a receiver that has all numbers up to it has every event.',
    example: 1042,
    ...COUNT,
  })
  last_sequence!: number;

  @Whole({ description: 'Deliveries that wait for an attempt. Exact up to 100,000.', example: 0, ...COUNT })
  pending!: number;

  @Whole({ description: 'Dead letters. Counted up to 100,000.', example: 0, ...COUNT })
  dead!: number;

  @Moment({
    description: 'Since when no attempt has succeeded; null while the endpoint is healthy.',
    example: undefined,
    nullable: true,
  })
  failing_since!: string | null;

  @Moment({ description: 'When an attempt last succeeded; null when none has.', nullable: true })
  last_success_at!: string | null;
}

/** Only the id is left. */
export class DeletedWebhookEndpointAnswer {
  @Text({ description: 'The id of the deleted endpoint.', example: 'ep_5Yy0bDqO6hH1aWc2' })
  id!: string;
}
