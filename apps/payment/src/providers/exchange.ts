import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { Agent } from 'undici';
import { INQUIRY } from '../limits.ts';

/** A provider's answer, or why there is none. `not_sent` means that no connection was made. */
export type Reply = Answer | NoAnswer;
export interface Answer {
  kind: 'answer';
  status: number;
  body: Fields;
}
export interface NoAnswer {
  kind: 'not_sent' | 'unknown';
  why: string;
}

const ANSWER_BYTES_MAX = 256 * 1_024;
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * The connections to one provider. A 5xx or a body that is no JSON object counts as no answer, because the call may
 * have had its effect.
 */
export class Exchange {
  readonly #agent: Agent;

  constructor(
    private readonly origin: string,
    { answerBytesMax = ANSWER_BYTES_MAX, agent }: { answerBytesMax?: number; agent?: Agent } = {},
  ) {
    this.#agent =
      agent ??
      new Agent({
        connections: 32,
        connect: { timeout: 3_000 },
        headersTimeout: INQUIRY.callTimeoutMs,
        bodyTimeout: INQUIRY.callTimeoutMs,
        maxResponseSize: answerBytesMax,
      });
  }

  async send(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { headers, body }: { headers: Record<string, string>; body?: string },
  ): Promise<Reply> {
    try {
      const answer = await this.#agent.request({
        origin: this.origin,
        path,
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(INQUIRY.callTimeoutMs),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 500) return { kind: 'unknown', why: `the provider answered ${answer.statusCode}` };
      return { kind: 'answer', status: answer.statusCode, body: text === '' ? {} : bodyOf(JSON.parse(text)) };
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return NEVER_CONNECTED.has(code ?? '')
        ? { kind: 'not_sent', why: `no connection (${code})` }
        : { kind: 'unknown', why: `the reply was lost (${code ?? message})` };
    }
  }

  /** The same connections, to another host of the provider: some give each account its own. */
  at(origin: string): Exchange {
    return new Exchange(origin, { agent: this.#agent });
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** A list that is the whole answer is its `items`. */
function bodyOf(value: unknown): Fields {
  return Array.isArray(value) ? { items: value } : fieldsOf(value);
}

/** Minor units from a third party. Anything but a whole number counts as zero. */
export function minorOf(value: unknown): bigint {
  return Number.isSafeInteger(value) ? BigInt(value as number) : 0n;
}

/** A refused inquiry says nothing about the operation, except for "no such operation". */
export function asInquiry(reply: Reply): Reply {
  const isRefused = reply.kind === 'answer' && reply.status >= 400 && reply.status !== 404;
  return isRefused ? { kind: 'unknown', why: `the provider answered ${reply.status} to an inquiry` } : reply;
}

export function header(headers: Record<string, string | string[] | undefined>, name: string): string {
  return textOf(headers[name]);
}
