import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import type { FastifyReply } from 'fastify';
import { unavailable } from '@qafila/envelopes/refusal';
import { answeredHeaders } from './forwarded-headers.ts';
import { LIMITS } from '../limits.ts';
import type { Method, Service } from '../routes.ts';
import { AnswerOverdue, isReset } from './upstream-failure.ts';
import type { UpstreamFailures } from './upstream-failures.ts';

export interface UpstreamCall {
  method: Method;
  path: string;
  headers: string[];
  body: Buffer | null;
}

/** One service behind the gateway: its connections, and the limit of its calls under way. */
export class Upstream {
  readonly #pool: Pool;
  #calls = 0;

  constructor(
    private readonly service: Service,
    origin: string,
    private readonly options: { timeoutMs: number; failures: UpstreamFailures },
  ) {
    const { timeoutMs } = options;
    this.#pool = new Pool(origin, {
      connections: LIMITS.upstreamConnectionsMax,
      connect: { timeout: LIMITS.connectTimeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }

  /** Sends the call and streams the answer. Throws a refusal if there is no answer to stream. */
  async forward(call: UpstreamCall, reply: FastifyReply): Promise<void> {
    if (this.#calls >= LIMITS.upstreamCallsMax)
      throw unavailable(`The ${this.service} service is busy. Send the same request again.`);
    this.#calls++;
    try {
      await this.#send(call, reply).catch((error: unknown) => {
        // An idle connection may have been closed already. Only reads are sent again, because they change nothing.
        if (!isReset(error) || !(call.method === 'GET' || call.method === 'HEAD') || reply.raw.destroyed) throw error;
        return this.#send(call, reply);
      });
    } catch (error) {
      throw this.options.failures.record(this.service, error);
    } finally {
      this.#calls--;
    }
  }

  #send(call: UpstreamCall, reply: FastifyReply): Promise<void> {
    return new Promise((resolve, reject) => {
      const answer = new StreamedAnswer(reply, this.options.timeoutMs, (error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
      this.#pool.dispatch(call, answer);
    });
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** The client closed its connection, so no answer is needed. */
class ClientGone extends Error {}

/** Copies one answer to the client while it arrives, at the speed at which the client reads. */
class StreamedAnswer implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #stopped: Error | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #onClose = (): void => this.#stop(new ClientGone('The client closed its connection.'));

  constructor(
    private readonly reply: FastifyReply,
    timeoutMs: number,
    private readonly settle: (error?: Error) => void,
  ) {
    reply.raw.once('close', this.#onClose);
    this.#timer = setTimeout(() => this.#stop(new AnswerOverdue('The service did not answer in time.')), timeoutMs);
  }

  /** Also ends a call that still waits for a connection; `onRequestStart` then aborts it before it is sent. */
  #stop(error: Error): void {
    this.#stopped = error;
    if (this.#controller === undefined) this.#end(error);
    else this.#controller.abort(error);
  }

  #end(error?: Error): void {
    if (error instanceof ClientGone) {
      // No client waits for a refusal, and no upstream failed.
      this.reply.hijack();
      return this.#end();
    }
    clearTimeout(this.#timer);
    this.reply.raw.removeListener('close', this.#onClose);
    this.settle(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#stopped !== undefined) controller.abort(this.#stopped);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return;
    clearTimeout(this.#timer);
    this.reply.hijack();
    this.reply.raw.writeHead(status, answeredHeaders(controller.rawHeaders as Buffer[], this.reply.getHeaders()));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.reply.raw.write(chunk)) return;
    controller.pause();
    this.reply.raw.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    this.#end();
    this.reply.raw.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.reply.raw.headersSent) return this.#end(error);
    // Part of the answer was already sent: only a broken connection shows the client that it is incomplete.
    this.#end();
    this.reply.raw.destroy();
  }
}
