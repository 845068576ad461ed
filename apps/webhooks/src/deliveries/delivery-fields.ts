import { webhookEventType } from '@qafila/contracts/catalogue';

/** What several answers say of a delivery and its event. */
export const SEQUENCE = {
  description: 'The number of the delivery at this endpoint: 1, 2, 3 … without a gap (header `webhook-sequence`).',
  example: 1042,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
};

export const WEBHOOK_ID = {
  description: 'The id of the event (header `webhook-id`): the same in every attempt and for every endpoint.',
  example: 'evt_01KAB3X4Y5Z6',
};

export const EVENT_TYPE = { description: 'The type of the event.', example: 'meter.created' };

export const EVENT_TIME = { description: 'When the event became true.' };

export const EVENT_DATA = {
  description: 'The body of the webhook, byte for byte as it is sent.',
  example: webhookEventType(EVENT_TYPE.example)?.sample,
  bytesMax: Number.MAX_SAFE_INTEGER,
};

/** The log keeps the number of an attempt in two bytes. */
export const ATTEMPT_NUMBER = { example: 1, min: 1, max: 2 ** 15 - 1 };

export const HTTP_STATUS = { example: 200, min: 100, max: 999, nullable: true };

export const ERROR = { charactersMax: 100_000, nullable: true };
