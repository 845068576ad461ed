import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { errorAnswer } from '@qafila/envelopes/dialect.filter';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from './limits.ts';
import { dialectOfUnknown } from './routes.ts';

/** Answers what was thrown in the dialect of the route. */
export function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const refusal = asRefusal(error);
  if (refusal.status === 500) log.error({ error: (error as Error).stack, requestId: request.id }, 'http.unforeseen');
  const dialect = request.routeOptions.config.route?.dialect ?? dialectOfUnknown(request.url);
  const answer = errorAnswer(dialect, refusal, request.id);
  if (muchIsStillComing(request.raw)) reply.header('connection', 'close');
  void reply.code(answer.status).headers(answer.headers).send(answer.body);
}

/** Node reads an unread body to its end to keep the connection; that is right for a small body only. */
function muchIsStillComing(request: IncomingMessage): boolean {
  if (request.complete) return false;
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > LIMITS.bodyBytesMax;
}
