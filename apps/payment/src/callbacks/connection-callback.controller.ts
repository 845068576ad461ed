import { Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { notFound } from '@qafila/envelopes/refusal';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { GATEWAYS } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import type { Handshake, ReceivedCall } from '../providers/callback.ts';
import { applyCallback } from './apply-callback.ts';
import { bodyOf, CALLBACK } from './callback-request.ts';
import type { CallbackRequest } from './callback-request.ts';
import { keepCallback } from './keep-callback.ts';

interface Reply {
  status(code: number): Reply;
  headers(values: Record<string, string>): Reply;
  send(body: unknown): unknown;
}

/**
 * Receives the calls of gateways that stores connected. The address names the connection, whose adapter authenticates
 * the call. A call that matches no operation of the store is kept.
 */
@OpenToAll()
@Controller('public/v1/payment/callback/:id')
export class ConnectionCallbackController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Post()
  @Operation({
    ...CALLBACK,
    id: 'receiveConnectionCallback',
    summary: 'Receive a callback of a connected gateway',
    description:
      'The gateway calls this address, which the connection has as `webhook_url`; merchants never do. Its signature ' +
      'authenticates it, and fields that are not read are ignored.',
  })
  @RouteConfig({ rawBody: true })
  async post(
    @Param('id') id: string,
    @Req() request: CallbackRequest,
    @Query() query: Record<string, string>,
    @Res() reply: Reply,
  ): Promise<void> {
    const [rawBody, { headers }] = [bodyOf(request), request];
    await this.#receive(reply, { id, method: 'POST', rawBody, headers, query });
  }

  @Get()
  @Operation({
    ...CALLBACK,
    id: 'verifyConnectionCallback',
    summary: 'Answer the check of a callback address',
    description: 'Some gateways check the address by a GET before they call it. Merchants never do.',
  })
  @HttpCode(200)
  async get(
    @Param('id') id: string,
    @Req() { headers }: CallbackRequest,
    @Query() query: Record<string, string>,
    @Res() reply: Reply,
  ): Promise<void> {
    await this.#receive(reply, { id, method: 'GET', rawBody: Buffer.alloc(0), headers, query });
  }

  async #receive(reply: Reply, { id, ...call }: { id: string } & Omit<ReceivedCall, 'nowMs'>): Promise<void> {
    const found = await this.deps.connections.byId(id);
    if (found === undefined) throw notFound('gateway connection', id);
    const { row, provider } = found;
    const callback = await provider.readCallback({ ...call, nowMs: this.deps.clock() });
    if (callback.kind === 'handshake') return answerHandshake(reply, callback);
    const owner = ownerOf(row);
    if (!(await applyCallback(this.deps, { gateway: row.type, owner }, callback)))
      await keepCallback(
        this.deps,
        { gateway: row.type, connectionId: row.id, owner },
        { callback, rawBody: call.rawBody },
      );
    reply.status(200).send(paymentSuccess('Received', {}));
  }
}

/** What a gateway sends is returned as plain text, so that a browser that is led here runs nothing. */
function answerHandshake(reply: Reply, { status, contentType, body }: Handshake): void {
  reply
    .status(status)
    .headers({ 'content-type': contentType, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    .send(body.slice(0, GATEWAYS.callbackAnswerBytesMax));
}
