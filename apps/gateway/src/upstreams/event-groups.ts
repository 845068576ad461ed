import { Pool } from 'undici';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import type { Sealer } from '@qafila/auth/seal';
import { unavailable } from '@qafila/envelopes/refusal';
import { BatchQueue } from '@qafila/runtime/batch-queue';
import { LIMITS } from '../limits.ts';
import { AnswerOverdue } from './upstream-failure.ts';
import type { UpstreamFailures } from './upstream-failures.ts';

const SERVICE = 'metering';
const PATH = '/internal/v1/meter/events';

export interface GroupedEvent {
  principal: Principal;
  meterId: string;
  requestId: string;
  body: string;
  /** False once the client is gone: an event that was not sent yet is then dropped. */
  isWanted(): boolean;
}
export interface EventAnswer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

interface WaitingEvent {
  principal: Principal;
  /**
   * The item as JSON without its first characters. Written once, so that limits count the bytes that are really sent.
   */
  json: string;
  bytes: number;
  sinceMs: number;
  isWanted(): boolean;
}

export interface EventGroupsOptions {
  /** The principal of the call itself. Each event also carries the seal of its client. */
  principal: Principal;
  timeoutMs: number;
  failures: UpstreamFailures;
}

/**
 * Sends single events in groups, because one call per event would use most of the service's capacity. No event waits
 * for others: a group is what arrived in one turn of the event loop, or while the maximum number of calls was under
 * way.
 */
export class EventGroups {
  readonly #pool: Pool;
  readonly #queue = new BatchQueue<WaitingEvent, EventAnswer>({
    run: (group) => this.#send(group),
    batchesAtOnce: LIMITS.groupCallsMax,
    batch: { itemsMax: LIMITS.groupEventsMax, sizeMax: LIMITS.groupBytesMax },
    waiting: {
      itemsMax: LIMITS.groupQueueEventsMax,
      sizeMax: LIMITS.groupQueueBytesMax,
      error: () => unavailable('Too many events are waiting. Send the same request again.'),
    },
    sizeOf: ({ bytes }) => bytes,
    dropReason: ({ sinceMs, isWanted }) =>
      performance.now() - sinceMs > LIMITS.groupWaitMs || !isWanted()
        ? unavailable('The event waited too long and was not forwarded. Send the same request again.')
        : undefined,
    // Whether the service processed a failed group is unknown, so only the clients may send its events again.
    runsAlone: () => false,
  });

  constructor(
    origin: string,
    private readonly sealer: Sealer,
    private readonly options: EventGroupsOptions,
  ) {
    this.#pool = new Pool(origin, {
      connections: LIMITS.groupCallsMax,
      connect: { timeout: LIMITS.connectTimeoutMs },
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      maxResponseSize: LIMITS.groupAnswerBytesMax,
    });
  }

  /** Returns the answer to this event. Throws a refusal if its group got no answer. */
  submit({ principal, meterId, requestId, body, isWanted }: GroupedEvent): Promise<EventAnswer> {
    const json = `"m":${JSON.stringify(meterId)},"r":${JSON.stringify(requestId)},"b":${JSON.stringify(body)}}`;
    const bytes = Buffer.byteLength(json);
    return this.#queue.submit({ principal, json, bytes, sinceMs: performance.now(), isWanted });
  }

  async #send(group: readonly WaitingEvent[]): Promise<EventAnswer[]> {
    try {
      return await this.#call(group);
    } catch (error) {
      throw this.options.failures.record(SERVICE, error);
    }
  }

  async #call(group: readonly WaitingEvent[]): Promise<EventAnswer[]> {
    const overdue = new AbortController();
    const timer = setTimeout(
      () => overdue.abort(new AnswerOverdue('The group was not answered in time.')),
      this.options.timeoutMs,
    );
    try {
      const seal = await this.sealer.seal(this.options.principal, SERVICE);
      const answer = await this.#pool.request({
        method: 'POST',
        path: PATH,
        body: await this.#write(group),
        signal: overdue.signal,
        headers: { 'content-type': 'application/json', [PRINCIPAL_HEADER]: seal },
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`The group was answered ${answer.statusCode}.`);
      return readAnswers(text, group.length);
    } finally {
      clearTimeout(timer);
    }
  }

  async #write(group: readonly WaitingEvent[]): Promise<string> {
    const principalIndexes = new Map<Principal, number>();
    const items = group.map(({ principal, json }) => {
      const principalIndex = principalIndexes.get(principal) ?? principalIndexes.size;
      principalIndexes.set(principal, principalIndex);
      return `{"p":${principalIndex},${json}`;
    });
    const seals = await Promise.all(
      [...principalIndexes.keys()].map((principal) => this.sealer.seal(principal, SERVICE)),
    );
    return `{"principals":${JSON.stringify(seals)},"items":[${items.join(',')}]}`;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

interface Answers {
  items?: { s?: unknown; b?: unknown; h?: Record<string, string> }[];
}

/**
 * Throws unless the answer has one item per event, in order: otherwise a client could get the answer of another one.
 */
function readAnswers(text: string, count: number): EventAnswer[] {
  const { items } = JSON.parse(text) as Answers;
  if (!Array.isArray(items) || items.length !== count)
    throw new Error('The answer has a different number of items than the group.');
  return items.map(({ s: status, b: body, h: headers }) => {
    if (typeof status !== 'number' || status < 200 || status > 599 || typeof body !== 'string')
      throw new Error('An item of the group has no valid answer.');
    return { status, body, headers: headers ?? {} };
  });
}
