import { Controller, Get, Header, Inject, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { NETWORK_HEADER } from '@qafila/auth/principal';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { errorAnswer } from '@qafila/envelopes/dialect.filter';
import type { Logger } from '@qafila/runtime/log';
import { Operation } from '@qafila/schema/operation';
import type { OperationSpec } from '@qafila/schema/operation';
import { LIMITS } from '../limits.ts';
import { issueToken } from './issue-token.ts';
import type { TokenIssuer } from './issue-token.ts';
import { isBasic, readTokenRequest } from './read-token-request.ts';
import type { TokenForm } from './read-token-request.ts';
import { EarlierTokenBody, PublicKeysAnswer, TokenAnswer, TokenBody } from './token.schema.ts';

/** Nest injects TokenIssuer by this symbol. */
export const TOKEN_ISSUER = Symbol('token issuer');

interface RawRequest {
  id: unknown;
  body: unknown;
  headers: Record<string, string | undefined>;
}

/** RFC 6749 section 5.1 requires both headers. */
const NOT_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' };

const TOKEN: Pick<OperationSpec, 'tag' | 'dialect' | 'answers' | 'errors'> = {
  tag: 'Access tokens',
  dialect: 'token',
  answers: { 200: { description: 'The access token.', data: TokenAnswer, bare: true } },
  errors: ['invalid_request', 'unsupported_grant_type', 'invalid_scope', 'invalid_client', 'too_many_attempts'],
};

/** The token endpoints (§4.1, §4.2) and the public keys. The client's secret authenticates the request. */
@OpenToAll()
@Controller()
export class TokenController {
  constructor(@Inject(TOKEN_ISSUER) private readonly issuer: TokenIssuer & { log: Logger }) {}

  @Post('v1/admin/service-account/token')
  @Operation({
    ...TOKEN,
    id: 'createAccessToken',
    summary: 'Get an access token',
    description:
      'The OAuth 2.0 client credentials grant. Shipments need the token in the header `Token` or as `Authorization: ' +
      'Bearer`. Keep it until shortly before `expires_in`; a wrong secret pauses the client for longer and longer.',
    body: TokenBody,
  })
  @RouteConfig({ rawBody: true })
  updated(@Req() request: RawRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#grant('updated', request, reply);
  }

  @Post('auth/token')
  @Operation({
    ...TOKEN,
    id: 'createAccessTokenByForm',
    summary: 'Get an access token (RFC 6749)',
    description:
      'The same grant as standard OAuth 2.0 clients send it: a form or JSON, each name in either spelling, the ' +
      'client in the body or by `Authorization: Basic`. Unknown parameters are ignored (RFC 6749 §3.2).',
    body: EarlierTokenBody,
    forms: true,
  })
  @RouteConfig({ rawBody: true, formBody: true })
  earlier(@Req() request: RawRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#grant('earlier', request, reply);
  }

  @Get('.well-known/jwks.json')
  @Operation({
    id: 'listTokenKeys',
    tag: 'Access tokens',
    summary: 'Read the public keys of access tokens',
    description: 'The JSON Web Key Set with which a server of yours verifies access tokens.',
    answers: { 200: { description: 'The keys.', data: PublicKeysAnswer, bare: true } },
  })
  @Header('cache-control', `public, max-age=${LIMITS.jwksSeconds}`)
  async jwks(): Promise<PublicKeysAnswer> {
    return (await this.issuer.keys.current()).jwks;
  }

  /** Writes the answer itself: no other operation has these shapes of success and failure. */
  async #grant(form: TokenForm, { id, body, headers }: RawRequest, reply: FastifyReply): Promise<void> {
    const { authorization } = headers;
    try {
      const request = readTokenRequest(form, { body, contentType: headers['content-type'], authorization });
      const answer = await issueToken(this.issuer, request, headers[NETWORK_HEADER] ?? 'unknown');
      await reply.status(200).headers(NOT_STORED).send(answer);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.status === 500) this.issuer.log.error({ error: (error as Error).stack }, 'http.unforeseen');
      const answer = errorAnswer('token', refusal, String(id), headers['accept-language']);
      // RFC 6749 section 5.2: a failed Basic authentication gets the scheme.
      const challenge =
        form === 'earlier' && refusal.status === 401 && isBasic(authorization)
          ? { 'www-authenticate': 'Basic realm="qafila"' }
          : {};
      await reply
        .status(answer.status)
        .headers({ ...NOT_STORED, ...answer.headers, ...challenge })
        .send(answer.body);
    }
  }
}
