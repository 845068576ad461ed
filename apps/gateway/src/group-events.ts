import { Pool } from 'undici';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import type { Sealer } from '@qafila/auth/seal';
import { unavailable } from '@qafila/envelopes/refusal';
import { LIMITS } from './limits.ts';
import { AnswerOverdue } from './upstream-failure.ts';
import type { UpstreamFailures } from './upstream-failures.ts';

const SERVICE = 'metering';
const PATH = '/internal/v1/meter/events';

export interface EventToHandOver {
  principal: Principal;
  meterId: string;
  requestId: string;
  body: string;
  /** False once the client has gone: an event that was not sent yet need not be. */
  isWanted(): boolean;
}
export interface EventAnswer { status: number; body: string; headers: Record<string, string> }

interface Waiting {
  principal: Principal;
  /** The item as JSON, without its opening: written once, so that limits count the bytes that are really sent. */
  json: string;
  bytes: number;
  sinceMs: number;
  isWanted(): boolean;
  resolve(answer: EventAnswer): void;
  reject(error: Error): void;
}

export interface GroupsOwn {
  /** Seals the call itself; each event carries its own client's seal. */
  principal: Principal;
  timeoutMs: number;
  failures: UpstreamFailures;
}

/**
 * Hands single events over in groups, because a call per event costs most of what the service can do. Nothing waits
 * for company: a group is whatever arrived in one turn of the event loop, or while the calls under way were busy.
 */
export class EventGroups {
  readonly #pool: Pool;
  #queue: Waiting[] = [];
  #queuedBytes = 0;
  #calls = 0;
  #scheduled = false;

  constructor(origin: string, private readonly sealer: Sealer, private readonly own: GroupsOwn) {
    this.#pool = new Pool(origin, {
      connections: LIMITS.groupCallsMax, connect: { timeout: LIMITS.connectTimeoutMs },
      headersTimeout: own.timeoutMs, bodyTimeout: own.timeoutMs, maxResponseSize: LIMITS.groupAnswerBytesMax,
    });
  }

  /** This event's own answer; throws a refusal when its group got none. */
  handOver({ principal, meterId, requestId, body, isWanted }: EventToHandOver): Promise<EventAnswer> {
    if (this.#queue.length >= LIMITS.groupQueueEventsMax || this.#queuedBytes >= LIMITS.groupQueueBytesMax) {
      return Promise.reject(unavailable('Too many events are waiting. Send the same request again.'));
    }
    const json = `"m":${JSON.stringify(meterId)},"r":${JSON.stringify(requestId)},"b":${JSON.stringify(body)}}`;
    return new Promise((resolve, reject) => {
      const bytes = Buffer.byteLength(json);
      this.#queue.push({ principal, json, bytes, sinceMs: performance.now(), isWanted, resolve, reject });
      this.#queuedBytes += bytes;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#calls >= LIMITS.groupCallsMax || this.#queue.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const group = this.#takeGroup();
      if (group.length > 0) void this.#send(group);
      this.#schedule();
    });
  }

  #takeGroup(): Waiting[] {
    const deadline = performance.now() - LIMITS.groupWaitMs;
    const group: Waiting[] = [];
    let bytes = 0;
    let taken = 0;
    for (const waiting of this.#queue) {
      if (group.length >= LIMITS.groupEventsMax || (group.length > 0 && bytes + waiting.bytes > LIMITS.groupBytesMax)) break;
      taken++;
      this.#queuedBytes -= waiting.bytes;
      if (waiting.sinceMs < deadline || !waiting.isWanted()) {
        waiting.reject(unavailable('The event waited too long and was not handed over. Send the same request again.'));
        continue;
      }
      bytes += waiting.bytes;
      group.push(waiting);
    }
    this.#queue = this.#queue.slice(taken);
    return group;
  }

  async #send(group: Waiting[]): Promise<void> {
    this.#calls++;
    try {
      const answers = await this.#call(group);
      group.forEach((waiting, at) => waiting.resolve(answers[at] as EventAnswer));
    } catch (error) {
      const refusal = this.own.failures.note(SERVICE, error);
      for (const waiting of group) waiting.reject(refusal);
    } finally {
      this.#calls--;
      this.#schedule();
    }
  }

  async #call(group: Waiting[]): Promise<EventAnswer[]> {
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(new AnswerOverdue('The group was not answered in time.')), this.own.timeoutMs);
    try {
      const seal = await this.sealer.seal(this.own.principal, SERVICE);
      const answer = await this.#pool.request({
        method: 'POST', path: PATH, body: await this.#write(group), signal: overdue.signal,
        headers: { 'content-type': 'application/json', [PRINCIPAL_HEADER]: seal },
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`The group was answered ${answer.statusCode}.`);
      return readAnswers(text, group.length);
    } finally {
      clearTimeout(timer);
    }
  }

  async #write(group: Waiting[]): Promise<string> {
    const seats = new Map<Principal, number>();
    const items = group.map(({ principal, json }) => {
      const seat = seats.get(principal) ?? seats.size;
      seats.set(principal, seat);
      return `{"p":${seat},${json}`;
    });
    const seals = await Promise.all([...seats.keys()].map((principal) => this.sealer.seal(principal, SERVICE)));
    return `{"principals":${JSON.stringify(seals)},"items":[${items.join(',')}]}`;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

interface Answers { items?: { s?: unknown; b?: unknown; h?: Record<string, string> }[] }

/** Throws when the answer is not one item for each event, in order: a shifted answer would be somebody else's. */
function readAnswers(text: string, count: number): EventAnswer[] {
  const { items } = JSON.parse(text) as Answers;
  if (!Array.isArray(items) || items.length !== count) throw new Error('The group was answered with another number of items.');
  return items.map(({ s: status, b: body, h: headers }) => {
    if (typeof status !== 'number' || status < 200 || status > 599 || typeof body !== 'string') throw new Error('An item of the group has no answer.');
    return { status, body, headers: headers ?? {} };
  });
}
