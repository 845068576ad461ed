import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { errorAnswer } from '@qafila/envelopes/dialect.filter';
import type { Refusal } from '@qafila/envelopes/refusal';
import { refusalEconomy } from './economy/economy-error.ts';
import { refusalExpress } from './express/express-error.ts';
import { refusalA } from './gateway-a/gateway-a-error.ts';
import { refusalB } from './gateway-b/gateway-b-error.ts';
import { ReplyFault } from './http/reply-fault.ts';
import { errorPage } from './pages/error-page.ts';
import { sendPage } from './pages/send-page.ts';
import type { Sandbox } from './sandbox.ts';
import { refusalWallet } from './wallet/wallet-error.ts';

/**
 * Renders a refusal in the format of the company that was called, or as a page for people, and applies reply faults.
 */
@Catch()
export class SandboxFilter implements ExceptionFilter {
  constructor(private readonly sandbox: Sandbox) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    if (error instanceof ReplyFault) return this.#applyReplyFault(error, reply);
    const refusal = asRefusal(error);
    if (refusal.status === 500) this.sandbox.log.error({ error: (error as Error).stack }, 'http.unforeseen');
    if (refusal.more.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(refusal.more.retryAfterSeconds));
    const render = rendererOf(request.url.toLowerCase());
    if (render === null) return sendPage(reply, errorPage(refusal));
    const { status, body } = render(refusal, String(request.id));
    // A handler of files has set another type.
    void reply.status(status).header('content-type', 'application/json; charset=utf-8').send(body);
  }

  #applyReplyFault({ kind, ms }: ReplyFault, reply: FastifyReply): void {
    if (kind === 'drop') this.sandbox.suspendedReplies.drop(reply);
    else if (kind === 'hang') this.sandbox.suspendedReplies.suspend(reply, ms);
    else
      void reply
        .status(502)
        .header('content-type', 'text/html; charset=utf-8')
        .send('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>');
  }
}

type Render = (refusal: Refusal, requestId: string) => { status: number; body: Record<string, unknown> };

function rendererOf(url: string): Render | null {
  if (url.startsWith('/walletprovider/v1')) return refusalWallet;
  if (url.startsWith('/cardgateway-a/v1')) return refusalA;
  if (url.startsWith('/cardgateway-b/api')) return refusalB;
  if (url.startsWith('/sandbox-express/v1')) return refusalExpress;
  if (url.startsWith('/sandbox-economy/api')) return refusalEconomy;
  return url.startsWith('/control/') && !url.startsWith('/control/form')
    ? (refusal, id) => errorAnswer('payment', refusal, id)
    : null;
}
