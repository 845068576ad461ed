import { Body, Controller, Header, Headers, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { NETWORK_HEADER } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { IDENTITY_DEPENDENCIES } from '../identity-dependencies.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { sessionCookie, sessionTokenOf } from './session-token.ts';
import { SignInAnswer, SignInBody } from './session.schema.ts';
import { signIn } from './sign-in.ts';

type HeadersOfRequest = Record<string, string | undefined>;

/** Signing in to the portal. The request itself has the secret. */
@OpenToAll()
@Controller('portal/api/session')
export class SignInController {
  constructor(@Inject(IDENTITY_DEPENDENCIES) private readonly dependencies: IdentityDependencies) {}

  @Post()
  @Operation({
    id: 'signIn',
    tag: 'Sessions',
    summary: 'Sign in',
    description: 'Signs a person in by password and sets the session cookie. An earlier session of the browser ends.',
    answers: { 200: { description: 'Who is signed in.', data: SignInAnswer } },
    errors: ['wrong_credentials', 'no_account', 'too_many_attempts', 'csrf_refused'],
  })
  @Header('cache-control', 'no-store')
  async signIn(
    @Body() body: SignInBody,
    @Headers() headers: HeadersOfRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentSuccess<SignInAnswer>> {
    const { token, answer } = await signIn(this.dependencies, {
      email: body.email,
      password: body.password,
      browser: { network: headers[NETWORK_HEADER] ?? 'unknown', userAgent: headers['user-agent'] ?? '' },
      replaces: sessionTokenOf(headers),
    });
    reply.header('set-cookie', sessionCookie(token));
    return paymentSuccess('Signed in', answer);
  }
}
