import type { FastifyReply } from 'fastify';
import type { Page } from './layout.ts';

export function sendPage(reply: FastifyReply, { status, headers, body }: Page): void {
  void reply.status(status).headers(headers).send(body);
}
