import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { errorAnswer } from '@qafila/envelopes/dialect.filter';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import { refusalPage } from './refusal-page.ts';
import { dialectOf } from '../routes.ts';

/** Answers an error in the dialect of the route. Customers' pages get HTML. */
export function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const refusal = asRefusal(error);
  if (refusal.status === 500) log.error({ error: (error as Error).stack, requestId: request.id }, 'http.unforeseen');
  const route = request.routeOptions.config.route;
  const answer = errorAnswer(
    route?.dialect ?? dialectOf(request.url),
    refusal,
    request.id,
    request.headers['accept-language'],
  );
  if (hasLargeUnreadBody(request.raw)) reply.header('connection', 'close');
  reply.code(answer.status).headers(answer.headers);
  // RFC 6750 section 3.
  if (route?.auth === 'token' && answer.status === 401)
    reply.header('www-authenticate', refusal.code === 'TOKEN_MISSING' ? 'Bearer' : 'Bearer error="invalid_token"');
  if (route?.anonymous !== 'pages') return void reply.send(answer.body);
  const page = refusalPage(refusal);
  void reply.headers(page.headers).send(page.body);
}

/** Node reads the rest of a body to keep the connection. That is right for a small body only. */
function hasLargeUnreadBody(request: IncomingMessage): boolean {
  if (request.complete) return false;
  return (
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > LIMITS.bodyBytesMax
  );
}
