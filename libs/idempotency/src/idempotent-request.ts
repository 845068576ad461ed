import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { JsonValue } from '@qafila/json/json-value';
import { canonicalJson } from '@qafila/json/write-json';
import { fingerprintOfText, idempotencyKey } from './idempotent.ts';
import type { Answer } from './idempotent.ts';

/** What the caller sent: the body with exact numbers, and what identifies a repeat of the same request. */
export interface IdempotentRequest {
  key: string | undefined;
  fingerprint: Buffer;
  body: JsonValue | undefined;
  /** The length of the body as canonical JSON. */
  characters: number;
}

interface Request {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: JsonValue | undefined;
}

/** Gives a handler the request with its idempotency key and fingerprint. */
export const ParsedRequest = createParamDecorator((_: unknown, context: ExecutionContext): IdempotentRequest => {
  const { method, url, headers, body } = context.switchToHttp().getRequest<Request>();
  const path = url.split('?', 1)[0] as string;
  const canonical = body === undefined ? '' : canonicalJson(body);
  return {
    key: idempotencyKey(headers),
    fingerprint: fingerprintOfText(`${method} ${path}`, canonical),
    body,
    characters: canonical.length,
  };
});

/** The part of Fastify's reply that sets status and headers. Nest sends the body, which is what the handler returns. */
export interface Reply {
  status(code: number): Reply;
  header(name: string, value: string): Reply;
}

export function applyAnswer(reply: Reply, answer: Answer): unknown {
  reply.status(answer.status).header('cache-control', 'no-store');
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  return answer.body;
}
