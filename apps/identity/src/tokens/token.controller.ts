import { Controller, Get, Header, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { NETWORK_HEADER } from '@qafila/auth/principal';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { errorAnswer } from '@qafila/envelopes/dialect.filter';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import { issueToken } from './issue-token.ts';
import type { TokenDesk } from './issue-token.ts';
import { isBasic, readTokenRequest } from './read-token-request.ts';
import type { TokenForm } from './read-token-request.ts';
import type { PublicJwk } from './token-key-row.ts';

export const TOKEN_DESK = Symbol('token desk');

interface RawRequest { id: unknown; body: unknown; headers: Record<string, string | undefined> }

/** RFC 6749 section 5.1 asks for both. */
const NOT_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** The token endpoints (§4.1, §4.2) and the public keys. The client's secret is the pass. */
@OpenToAll()
@Controller()
export class TokenController {
  constructor(@Inject(TOKEN_DESK) private readonly desk: TokenDesk & { log: Logger }) {}

  @Post('v1/admin/service-account/token') @HttpCode(200) @RouteConfig({ rawBody: true })
  updated(@Req() request: RawRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#grant('updated', request, reply);
  }

  @Post('auth/token') @HttpCode(200) @RouteConfig({ rawBody: true, formBody: true })
  earlier(@Req() request: RawRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#grant('earlier', request, reply);
  }

  @Get('.well-known/jwks.json') @Header('cache-control', `public, max-age=${LIMITS.jwksSeconds}`)
  async jwks(): Promise<{ keys: PublicJwk[] }> {
    return (await this.desk.keys.current()).jwks;
  }

  /** Answers by itself: both outcomes have a shape that is no other operation's. */
  async #grant(form: TokenForm, { id, body, headers }: RawRequest, reply: FastifyReply): Promise<void> {
    const { authorization } = headers;
    try {
      const request = readTokenRequest(form, { body, contentType: headers['content-type'], authorization });
      const answer = await issueToken(this.desk, request, headers[NETWORK_HEADER] ?? 'unknown');
      await reply.status(200).headers(NOT_STORED).send(answer);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.status === 500) this.desk.log.error({ error: (error as Error).stack }, 'http.unforeseen');
      const answer = errorAnswer('token', refusal, String(id), headers['accept-language']);
      // RFC 6749 section 5.2: who authenticated by this header is told its scheme.
      const challenge = form === 'earlier' && refusal.status === 401 && isBasic(authorization) ? { 'www-authenticate': 'Basic realm="qafila"' } : {};
      await reply.status(answer.status).headers({ ...NOT_STORED, ...answer.headers, ...challenge }).send(answer.body);
    }
  }
}
