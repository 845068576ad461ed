import { Body, Controller, Header, Headers, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { NETWORK_HEADER } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { IDENTITY_DEPENDENCIES } from '../identity-dependencies.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { confirmSession } from './confirm-session.ts';
import { requireSessionToken, sessionCookie } from './session-token.ts';
import { ConfirmSessionBody, SessionAnswer } from './session.schema.ts';

/** The person proves again who they are. */
@Controller('portal/api/session/confirm')
export class ConfirmSessionController {
  constructor(@Inject(IDENTITY_DEPENDENCIES) private readonly dependencies: IdentityDependencies) {}

  @Post()
  @Operation({
    id: 'confirmSession',
    tag: 'Sessions',
    summary: 'Confirm who is signed in',
    description:
      'For 10 minutes after it, and after signing in, the person may show secrets and move money. Later, these ' +
      'operations answer `reauthentication_required`.',
    answers: { 200: { description: 'The confirmed session.', data: SessionAnswer } },
    errors: ['wrong_credentials', 'too_many_attempts', 'not_signed_in', 'csrf_refused'],
  })
  @Header('cache-control', 'no-store')
  async confirm(
    @Body() body: ConfirmSessionBody,
    @Headers() headers: Record<string, string | undefined>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentSuccess<SessionAnswer>> {
    const { token, session } = await confirmSession(this.dependencies, requireSessionToken(headers), {
      password: body.password,
      network: headers[NETWORK_HEADER] ?? 'unknown',
    });
    reply.header('set-cookie', sessionCookie(token));
    return paymentSuccess('Session confirmed', session);
  }
}
