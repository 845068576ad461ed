import { Body, Controller, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal, Role, Scope } from '@qafila/auth/principal';
import { isService } from '@qafila/auth/service-principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { IDENTITY_DEPENDENCIES } from '../identity-dependencies.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { LIMITS } from '../limits.ts';
import { notSignedIn } from '../people/current-caller.ts';
import { findSession } from './find-session.ts';
import { ResolveSessionBody } from './session.schema.ts';
import { csrfToken, readSessionToken } from './session-token.ts';

/** What the gateway needs to check a person's request. */
export interface ResolvedSession {
  session_id: string;
  person_id: string;
  account_id: string;
  store_id: string;
  mode: Principal['mode'];
  role: Role;
  scopes: Scope[];
  confirmed_at_ms: number;
  rate_limit_per_second: number;
  csrf_token: string;
}

/** Returns the person, account and store of a session, to the gateway. An internal route. */
@Controller('internal/v1/sessions')
export class ResolveSessionController {
  constructor(@Inject(IDENTITY_DEPENDENCIES) private readonly dependencies: IdentityDependencies) {}

  @Post('resolve')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async resolve(@Caller() gateway: Principal, @Body() body: ResolveSessionBody): Promise<ResolvedSession> {
    if (!isService(gateway, 'gateway')) throw new Refusal(403, 'forbidden', 'Only the gateway may call this.');
    const { source, ring, mode } = this.dependencies;
    const token = readSessionToken(body.token);
    const session = token && (await findSession(source, ring, token));
    if (session === undefined) throw notSignedIn();
    return {
      session_id: session.sessionId,
      person_id: session.personId,
      account_id: session.accountId,
      store_id: session.storeId,
      mode,
      role: session.role,
      scopes: session.scopes,
      confirmed_at_ms: session.confirmedAt.getTime(),
      rate_limit_per_second: LIMITS.personRequestsPerSecond,
      csrf_token: csrfToken(ring, session),
    };
  }
}
