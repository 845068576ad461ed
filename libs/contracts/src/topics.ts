/** Kafka topics, their keys and their partitions' order. A key's events keep their order; nothing else does. */
export const TOPICS = {
  meterIngest: 'meter.ingest.v1',
  meterEvents: 'meter.events.v1',
  identityEvents: 'identity.events.v1',
  paymentEvents: 'payment.events.v1',
  shipmentEvents: 'shipment.events.v1',
  webhookEvents: 'webhook.events.v1',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];

/** Where a consumer puts what it can never process. Never subscribed to by the consumer itself. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dlq`;
}
