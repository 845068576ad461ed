import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import type { FastifyReply } from 'fastify';
import { unavailable } from '@qafila/envelopes/refusal';
import { answeredHeaders } from './forwarded-headers.ts';
import { LIMITS } from './limits.ts';
import type { Method, Service } from './routes.ts';
import { AnswerOverdue, isReset } from './upstream-failure.ts';
import type { UpstreamFailures } from './upstream-failures.ts';

export interface Call { method: Method; path: string; headers: string[]; body: Buffer | null }

/** One service behind the gateway: its connections and how many calls it may owe us. */
export class Upstream {
  readonly #pool: Pool;
  #calls = 0;

  constructor(private readonly service: Service, origin: string, private readonly own: { timeoutMs: number; failures: UpstreamFailures }) {
    const { timeoutMs } = own;
    this.#pool = new Pool(origin, {
      connections: LIMITS.upstreamConnectionsMax, connect: { timeout: LIMITS.connectTimeoutMs }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs,
    });
  }

  /** Hands the call over and streams the answer. Throws a refusal when there is no answer to stream. */
  async forward(call: Call, reply: FastifyReply): Promise<void> {
    if (this.#calls >= LIMITS.upstreamCallsMax) throw unavailable(`The ${this.service} service is busy. Send the same request again.`);
    this.#calls++;
    try {
      await this.#send(call, reply).catch((error: unknown) => {
        // A connection that died while idle is no answer; only reading again is sure to change nothing.
        if (!isReset(error) || !(call.method === 'GET' || call.method === 'HEAD') || reply.raw.destroyed) throw error;
        return this.#send(call, reply);
      });
    } catch (error) {
      throw this.own.failures.note(this.service, error);
    } finally {
      this.#calls--;
    }
  }

  #send(call: Call, reply: FastifyReply): Promise<void> {
    return new Promise((resolve, reject) => {
      const answer = new StreamedAnswer(reply, this.own.timeoutMs, (error) => (error === undefined ? resolve() : reject(error)));
      this.#pool.dispatch(call, answer);
    });
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** The client went away: its answer would be for nobody. */
class ClientGone extends Error {}

/** Copies one answer to the client as it arrives, at the pace at which the client reads. */
class StreamedAnswer implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #stopped: Error | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #onClose = (): void => this.#stop(new ClientGone('The client went away.'));

  constructor(private readonly reply: FastifyReply, timeoutMs: number, private readonly settle: (error?: Error) => void) {
    reply.raw.once('close', this.#onClose);
    this.#timer = setTimeout(() => this.#stop(new AnswerOverdue('The service did not answer in time.')), timeoutMs);
  }

  /** Also ends a call that still waits for a connection: it is let go of here, and not sent when its turn comes. */
  #stop(error: Error): void {
    this.#stopped = error;
    if (this.#controller === undefined) this.#end(error);
    else this.#controller.abort(error);
  }

  #end(error?: Error): void {
    if (error instanceof ClientGone) {
      // Nobody is there to be told, and nothing has failed.
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
    // Half an answer has gone out: only a broken connection tells the client that it is not whole.
    this.#end();
    this.reply.raw.destroy();
  }
}
