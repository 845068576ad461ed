import { Body, Controller, Delete, Get, Header, Headers, Inject, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { IDENTITY_DEPENDENCIES } from '../identity-dependencies.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { notSignedIn } from '../people/current-caller.ts';
import { describeSession } from './describe-session.ts';
import { findSession } from './find-session.ts';
import { ENDED_SESSION_COOKIE, requireSessionToken, sessionCookie } from './session-token.ts';
import { SessionAnswer, SwitchSessionBody } from './session.schema.ts';
import { endSession } from './start-session.ts';
import { switchSession } from './switch-session.ts';

type HeadersOfRequest = Record<string, string | undefined>;

/** The session of the caller, who is a person. */
@Controller('portal/api/session')
export class SessionController {
  constructor(@Inject(IDENTITY_DEPENDENCIES) private readonly dependencies: IdentityDependencies) {}

  @Get()
  @Operation({
    id: 'readSession',
    tag: 'Sessions',
    summary: 'Read the session',
    description: 'Who is signed in, in which account and store, and what the person may do there.',
    answers: { 200: { description: 'The session.', data: SessionAnswer } },
    errors: ['not_signed_in'],
  })
  @Header('cache-control', 'no-store')
  async read(@Headers() headers: HeadersOfRequest): Promise<PaymentSuccess<SessionAnswer>> {
    const { source, ring, mode } = this.dependencies;
    const session = await findSession(source, ring, requireSessionToken(headers));
    if (session === undefined) throw notSignedIn();
    return paymentSuccess('Session', await describeSession(source, { ring, mode }, session));
  }

  @Patch()
  @Operation({
    id: 'switchSession',
    tag: 'Sessions',
    summary: 'Switch to another account or store',
    description:
      'Moves the session. The answer has another `csrf_token`: requests of a page that still shows the store before ' +
      'are refused, so that nothing happens in the wrong store.',
    answers: { 200: { description: 'The session in its new place.', data: SessionAnswer } },
    errors: ['not_signed_in', 'not_found', 'csrf_refused'],
  })
  @Header('cache-control', 'no-store')
  async switch(
    @Body() body: SwitchSessionBody,
    @Headers() headers: HeadersOfRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentSuccess<SessionAnswer>> {
    const { token, session } = await switchSession(this.dependencies, requireSessionToken(headers), {
      accountId: body.account_id,
      storeId: body.store_id,
    });
    reply.header('set-cookie', sessionCookie(token));
    return paymentSuccess('Session switched', session);
  }

  @Delete()
  @Operation({
    id: 'signOut',
    tag: 'Sessions',
    summary: 'Sign out',
    description: 'Ends the session. Within 2 seconds no gateway accepts its cookie.',
    answers: { 200: { description: 'The session has ended.' } },
    errors: ['not_signed_in', 'csrf_refused'],
  })
  @Header('cache-control', 'no-store')
  async signOut(
    @Headers() headers: HeadersOfRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentSuccess<object>> {
    await endSession(this.dependencies.source.manager, this.dependencies.ring, requireSessionToken(headers));
    reply.header('set-cookie', ENDED_SESSION_COOKIE);
    return paymentSuccess('Signed out', {});
  }
}
