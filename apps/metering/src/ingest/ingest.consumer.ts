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
import type { IncomingMessage, PoisonMessage } from '@qafila/messaging/bus';
import { claim } from '@qafila/messaging/inbox';
import { publishAll } from '@qafila/messaging/outbox';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { recordBulkResults } from '../bulk/record-bulk-results.ts';
import type { BulkResult } from '../bulk/record-bulk-results.ts';
import { acceptEvents } from '../events/accept-events.ts';
import { IngestDependencies } from '../events/ingest-dependencies.ts';
import type { IngestResult } from '../events/ingest-result.ts';
import { parseEvent } from '../events/parse-event.ts';
import type { Submission } from '../events/submission.ts';

/** A read message: usage to accept, usage to refuse, or something other than usage (a dead letter). */
type ReadMessage =
  | { envelope: CloudEvent; submission: Submission }
  | { envelope: CloudEvent; refusal: Refusal }
  | { poison: PoisonMessage };

/** The result of one message that contained usage. */
interface HandledMessage {
  envelope: CloudEvent;
  result: IngestResult;
}

/**
 * Consumes meter.ingest.v1: usage of internal producers and of the bulk endpoint. It accepts events with the same
 * function as HTTP, so an id that arrives by both is counted once. A repeated message has no second effect. Refusals
 * are published on meter.events.v1.
 */
@Controller()
export class IngestConsumer {
  constructor(private readonly dependencies: IngestDependencies) {}

  @ConsumesBatch(TOPICS.meterIngest)
  async consume(@Payload() incoming: IncomingMessage[]): Promise<PoisonMessage[]> {
    const messages = incoming.map(readMessage);
    const submissions = messages.flatMap((message) => ('submission' in message ? [message.submission] : []));
    const results = submissions.length === 0 ? [] : await this.#accept(submissions, messages);
    // A failure is not a verdict: the whole batch is repeated, and the stored events find their own claims.
    for (const result of results) if ('refusal' in result && result.refusal.status >= 500) throw result.refusal;
    let next = 0;
    const handled: HandledMessage[] = [];
    for (const message of messages) {
      if ('poison' in message) continue;
      const { envelope } = message;
      const result = 'submission' in message ? (results[next++] as IngestResult) : { refusal: message.refusal };
      handled.push({ envelope, result });
    }
    await this.#record(handled);
    return messages.flatMap((message) => ('poison' in message ? [message.poison] : []));
  }

  /** The results of bulk items commit with their events: a repeat of the batch would find the events, and not that
   * they are of this bulk. */
  #accept(submissions: Submission[], messages: readonly ReadMessage[]): Promise<IngestResult[]> {
    const envelopes = new Map<Submission, CloudEvent>();
    for (const message of messages)
      if ('submission' in message && isBulkItem(message.envelope)) envelopes.set(message.submission, message.envelope);
    if (envelopes.size === 0) return acceptEvents(submissions, this.dependencies);
    return acceptEvents(submissions, this.dependencies, async (tx, stored) => {
      const own = stored.flatMap((submission) => envelopes.get(submission) ?? []);
      await recordBulkResults(
        tx,
        own.map((envelope) => bulkResult(envelope)),
      );
    });
  }

  /** Publishes the refusals, and records those of bulk items. A repeated batch writes the same once. */
  async #record(handled: HandledMessage[]): Promise<void> {
    const rejections = handled.flatMap(({ envelope, result }) =>
      'refusal' in result && result.refusal.more.details?.identical !== true
        ? [rejection(envelope, result.refusal)]
        : [],
    );
    const bulkResults = handled.flatMap(({ envelope, result }) =>
      'refusal' in result && isBulkItem(envelope) ? [bulkResult(envelope, result.refusal)] : [],
    );
    if (rejections.length === 0 && bulkResults.length === 0) return;
    await inTransaction(this.dependencies.pool, async (tx) => {
      const ids = rejections.map((event) => event.id);
      const fresh = await claim(tx, 'metering.rejected', ids);
      // The published id is deleted: a message that is twice in one batch is published once.
      for (const event of rejections) if (fresh.delete(event.id)) await publishAll(tx, TOPICS.meterEvents, [event]);
      await recordBulkResults(tx, bulkResults);
    });
    this.dependencies.onCommit();
  }
}

function readMessage(message: IncomingMessage): ReadMessage {
  let envelope: CloudEvent;
  try {
    envelope = asCloudEvent(parseStrict(decodeUtf8(message.value), { numbers: 'exact' }));
    if (envelope.type !== METER_EVENT.usageReported)
      throw new Error(`type must be ${METER_EVENT.usageReported}, not ${envelope.type}`);
  } catch (error) {
    return { poison: { message, error: error as Error } };
  }
  try {
    const owner = { accountId: envelope.accountid, storeId: envelope.storeid };
    return {
      envelope,
      submission: { owner, meterId: envelope.subject, event: parseEvent(envelope.data as JsonValue) },
    };
  } catch (error) {
    return { envelope, refusal: asRefusal(error) };
  }
}

/** The id is derived from the refused event's id and its source, so every repeat of the message has the same id. */
function rejection(envelope: CloudEvent, refusal: Refusal): CloudEvent<UsageRejected> {
  const eventId = (envelope.data as { event_id?: unknown }).event_id;
  const idParts = JSON.stringify([envelope.source, envelope.accountid, envelope.id, 'rejected']);
  return cloudEvent({
    id: hash('sha256', idParts, 'hex').slice(0, 32),
    source: '/qafila/metering',
    type: METER_EVENT.usageRejected,
    subject: envelope.subject,
    owner: { accountId: envelope.accountid, storeId: envelope.storeid, mode: envelope.mode },
    traceparent: envelope.traceparent,
    data: {
      meter_id: envelope.subject,
      event_id: typeof eventId === 'string' ? eventId : null,
      code: refusal.code,
      message: refusal.message,
      param: refusal.more.param ?? null,
    },
  });
}

/** Other producers have no bulk. */
function isBulkItem(envelope: CloudEvent): boolean {
  const { bulkid, bulkindex } = envelope as { bulkid?: unknown; bulkindex?: unknown };
  return typeof bulkid === 'string' && bulkindex !== undefined;
}

function bulkResult(envelope: CloudEvent, refusal?: Refusal): BulkResult {
  const { bulkid, bulkindex } = envelope as { bulkid?: unknown; bulkindex?: unknown };
  const eventId = (envelope.data as { event_id?: unknown }).event_id;
  return {
    accountId: envelope.accountid,
    bulkId: bulkid as string,
    index: Number(String(bulkindex)),
    eventId: typeof eventId === 'string' ? eventId : null,
    status: refusal?.status ?? 200,
    code: refusal?.code ?? null,
    message: refusal?.message ?? null,
  };
}
