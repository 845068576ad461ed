/** The Kafka topics. Events of one key keep their order; others have none. */
export const TOPICS = {
  meterIngest: 'meter.ingest.v1',
  meterEvents: 'meter.events.v1',
  identityEvents: 'identity.events.v1',
  paymentEvents: 'payment.events.v1',
  shipmentEvents: 'shipment.events.v1',
  webhookEvents: 'webhook.events.v1',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];

/** The topic for messages that a consumer can never process. No consumer subscribes to it. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dlq`;
}
