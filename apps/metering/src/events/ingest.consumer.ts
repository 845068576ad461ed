import { hash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { asCloudEvent, cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import type { UsageRejected } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import type { JsonValue } from '@qafila/json/json-value';
import { ConsumesBatch } from '@qafila/messaging/batch-transport';
import type { IncomingMessage, Unfit } from '@qafila/messaging/bus';
import { claim } from '@qafila/messaging/inbox';
import { publishAll } from '@qafila/messaging/outbox';
import { acceptEvents } from './accept-events.ts';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Submission } from './submission.ts';
import { Acceptance } from './acceptance.ts';
import type { Outcome } from './outcome.ts';
import { parseEvent } from './parse-event.ts';
import { recordBulkOutcomes } from '../bulk/bulk-outcome.ts';
import type { BulkItem } from '../bulk/bulk-outcome.ts';

/** What a message turned out to be: usage to accept, usage to refuse with a reason, or no usage at all (dead letter). */
type Read =
  | { envelope: CloudEvent; submission: Submission }
  | { envelope: CloudEvent; refusal: Refusal }
  | { unfit: Unfit };

/**
 * The topic's door (meter.ingest.v1): internal producers and the bulk door. Ends in the same function as HTTP, so an id
 * sent through both is counted once. Repeats are harmless; refusals are told on meter.events.v1.
 */
@Controller()
export class IngestConsumer {
  constructor(private readonly acceptance: Acceptance) {}

  @ConsumesBatch(TOPICS.meterIngest)
  async take(@Payload() messages: IncomingMessage[]): Promise<Unfit[]> {
    const read = messages.map(readMessage);
    const submissions = read.flatMap((one) => ('submission' in one ? [one.submission] : []));
    const outcomes = submissions.length === 0 ? [] : await acceptEvents(submissions, this.acceptance);
    // Passing trouble of one event is no verdict on it: the batch comes again, and what was stored finds its own claims.
    for (const outcome of outcomes) if ('refusal' in outcome && outcome.refusal.retryable) throw outcome.refusal;
    let next = 0;
    const told: { envelope: CloudEvent; outcome: Outcome }[] = [];
    for (const one of read) {
      if ('unfit' in one) continue;
      told.push({ envelope: one.envelope, outcome: 'submission' in one ? outcomes[next++] as Outcome : { refusal: one.refusal } });
    }
    await this.#tell(told);
    return read.flatMap((one) => ('unfit' in one ? [one.unfit] : []));
  }

  /** Refusals as events and, for the bulk door, every item's outcome; a repeat of the batch writes the same again, once. */
  async #tell(told: { envelope: CloudEvent; outcome: Outcome }[]): Promise<void> {
    const rejected = told.flatMap(({ envelope, outcome }) =>
      ('refusal' in outcome && outcome.refusal.more.details?.identical !== true ? [rejection(envelope, outcome.refusal)] : []));
    const items = told.flatMap(({ envelope, outcome }) => bulkItem(envelope, outcome));
    if (rejected.length === 0 && items.length === 0) return;
    await inTransaction(this.acceptance.pool, async (tx) => {
      const fresh = await claim(tx, 'metering.rejected', rejected.map((event) => event.id));
      // Deleted when told: the same message twice in one batch is told once too.
      for (const event of rejected) if (fresh.delete(event.id)) await publishAll(tx, TOPICS.meterEvents, [event]);
      await recordBulkOutcomes(tx, items);
    });
    this.acceptance.onCommit();
  }
}

function readMessage(message: IncomingMessage): Read {
  let envelope: CloudEvent;
  try {
    envelope = asCloudEvent(parseStrict(decodeUtf8(message.value), { numbers: 'exact' }));
    if (envelope.type !== METER_EVENT.usageReported) throw new Error(`type must be ${METER_EVENT.usageReported}, not ${envelope.type}`);
  } catch (error) {
    return { unfit: { message, error: error as Error } };
  }
  try {
    const owner = { accountId: envelope.accountid, storeId: envelope.storeid };
    return { envelope, submission: { owner, meterId: envelope.subject, event: parseEvent(envelope.data as JsonValue) } };
  } catch (error) {
    return { envelope, refusal: asRefusal(error) };
  }
}

/** The id is derived from the refused event's, which its source alone keeps unique: the same however often it comes. */
function rejection(envelope: CloudEvent, refusal: Refusal): CloudEvent<UsageRejected> {
  const eventId = (envelope.data as { event_id?: unknown }).event_id;
  return cloudEvent({
    id: hash('sha256', JSON.stringify([envelope.source, envelope.accountid, envelope.id, 'rejected']), 'hex').slice(0, 32), source: '/qafila/metering', type: METER_EVENT.usageRejected, subject: envelope.subject,
    owner: { accountId: envelope.accountid, storeId: envelope.storeid, mode: envelope.mode }, traceparent: envelope.traceparent,
    data: {
      meter_id: envelope.subject, event_id: typeof eventId === 'string' ? eventId : null,
      code: refusal.code, message: refusal.message, param: refusal.more.param ?? null,
    },
  });
}

function bulkItem(envelope: CloudEvent, outcome: Outcome): BulkItem[] {
  const { bulkid, bulkindex } = envelope as { bulkid?: unknown; bulkindex?: unknown };
  if (typeof bulkid !== 'string' || bulkindex === undefined) return [];
  const eventId = (envelope.data as { event_id?: unknown }).event_id;
  return [{
    accountId: envelope.accountid, bulkId: bulkid, index: Number(String(bulkindex)), eventId: typeof eventId === 'string' ? eventId : null,
    ...('receipt' in outcome ? { status: 200, code: null, message: null }
      : { status: outcome.refusal.status, code: outcome.refusal.code, message: outcome.refusal.message }),
  }];
}
