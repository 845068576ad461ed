import { Injectable, SetMetadata, createParamDecorator } from '@nestjs/common';
import type { CanActivate, CustomDecorator, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Refusal } from '@qafila/envelopes/refusal';
import { Opener } from './seal.ts';
import { CLIENT_SCOPES, PRINCIPAL_HEADER } from './principal.ts';
import type { Principal, Scope } from './principal.ts';

const SCOPE = 'qafila:scope';
const OPEN = 'qafila:open';
const CONFIRMED = 'qafila:confirmed';
/** How long a person who proved who they are may show secrets and move money. */
const CONFIRMATION_SECONDS = 600;

/** The scope that a handler needs; handlers without one are open to any principal of the audience. */
export function NeedsScope(scope: Scope): CustomDecorator {
  return SetMetadata(SCOPE, scope);
}

/**
 * For a controller without principals: the request itself contains a secret, or the answer is public. All others need a
 * seal.
 */
export function OpenToAll(): CustomDecorator {
  return SetMetadata(OPEN, true);
}

/**
 * For handlers that show a secret or move money: a person must have proved who they are a short time ago, because a
 * browser can be left open. Programs send their secret with every request anyway.
 */
export function NeedsConfirmation(): CustomDecorator {
  return SetMetadata(CONFIRMED, true);
}

interface SealedRequest {
  headers: Record<string, string | string[] | undefined>;
  principal?: Principal;
}

/** Opens the seal of each request; a request without one never reaches a handler. */
@Injectable()
export class PrincipalGuard implements CanActivate {
  constructor(
    private readonly opener: Opener,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http' || this.reflector.get<boolean | undefined>(OPEN, context.getClass()) === true)
      return true;
    const request = context.switchToHttp().getRequest<SealedRequest>();
    const token = request.headers[PRINCIPAL_HEADER];
    request.principal = await this.opener.open(typeof token === 'string' ? token : undefined);
    const scope = this.reflector.get<Scope | undefined>(SCOPE, context.getHandler());
    if (scope !== undefined) requireScope(request.principal, scope);
    if (this.reflector.get<boolean | undefined>(CONFIRMED, context.getHandler()) === true)
      requireConfirmation(request.principal);
    return true;
  }
}

/** Shipment scopes belong to tokens, so their refusal uses the codes of the shipment dialect. */
export function requireScope({ scopes, person }: Principal, scope: Scope): void {
  if (scopes.includes(scope)) return;
  const ofPerson = person && `Your role ${person.role} lacks the scope ${scope}. Ask an owner of the account.`;
  if ((CLIENT_SCOPES as readonly Scope[]).includes(scope))
    throw new Refusal(
      403,
      'SCOPE_MISSING',
      ofPerson ?? `This token lacks the scope ${scope}. Ask for one that has it.`,
    );
  throw new Refusal(403, 'missing_scope', ofPerson ?? `This API key lacks the scope ${scope}.`);
}

/** Of a person, the proof must be recent. */
export function requireConfirmation({ person }: Principal): void {
  if (person === undefined || Date.now() - person.confirmedAtMs <= CONFIRMATION_SECONDS * 1000) return;
  throw new Refusal(
    403,
    'reauthentication_required',
    'You proved who you are more than 10 minutes ago. Confirm it again, and repeat the request.',
  );
}

/** The opened principal, as a handler's parameter. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<SealedRequest>();
  if (principal === undefined) throw new Refusal(401, 'unauthorized', 'This request carries no principal.');
  return principal;
});
