import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { JsonValue } from '@qafila/json/json-value';
import { canonicalJson } from '@qafila/json/write-json';
import { fingerprintOfText, idempotencyKey } from './idempotent.ts';
import type { Answer } from './idempotent.ts';

/** What a caller sent: its body with exact numbers, and what makes a repeat of it the same request. */
export interface SentRequest {
  key: string | undefined; fingerprint: Buffer; body: JsonValue | undefined;
  /** How large the body is, written canonically. */
  characters: number;
}

interface Request { method: string; url: string; headers: Record<string, string | string[] | undefined>; body: JsonValue | undefined }

/** The request as a repeatable one, as a handler's parameter. */
export const Sent = createParamDecorator((_: unknown, context: ExecutionContext): SentRequest => {
  const { method, url, headers, body } = context.switchToHttp().getRequest<Request>();
  const path = url.split('?', 1)[0] as string;
  const canonical = body === undefined ? '' : canonicalJson(body);
  return { key: idempotencyKey(headers), fingerprint: fingerprintOfText(`${method} ${path}`, canonical), body, characters: canonical.length };
});

/** Where an answer's status goes; Nest sends what the handler returns. */
export interface Reply { status(code: number): Reply; header(name: string, value: string): Reply }

export function answered(reply: Reply, answer: Answer): unknown {
  reply.status(answer.status).header('cache-control', 'no-store');
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  return answer.body;
}
