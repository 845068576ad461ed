import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import type { Sealer } from '@qafila/auth/seal';
import { servicePrincipal } from '@qafila/auth/service-principal';
import { AnswerChecker } from './check-answers.ts';
import { httpCall } from './http-call.ts';
import type { HttpAnswer, HttpRequest } from './http-call.ts';

export type SealedCall = (
  method: string,
  path: string,
  body?: unknown,
  more?: { headers?: Record<string, string>; principal?: Principal },
) => Promise<HttpAnswer>;

/**
 * Calls a service as the gateway does: with the principal's seal. `url` is a function because a test may restart the
 * service.
 */
export function sealedCall(options: {
  url: () => string;
  sealer: Sealer;
  /** The name of the service that opens the seal. */
  audience: string;
  principal: Principal;
  /** Compares every answer with the service's own OpenAPI document. */
  checksAnswers?: boolean;
}): SealedCall {
  const send = async (caller: Principal, path: string, request: HttpRequest): Promise<HttpAnswer> =>
    httpCall(options.url() + path, {
      ...request,
      headers: { [PRINCIPAL_HEADER]: await options.sealer.seal(caller, options.audience), ...request.headers },
    });
  let checker: Promise<AnswerChecker> | undefined;
  const readDocument = async (): Promise<AnswerChecker> => {
    const gateway = servicePrincipal('gateway', options.principal.mode);
    return AnswerChecker.of((await send(gateway, '/internal/v1/openapi.json', {})).body);
  };
  return async (method, path, body, { headers = {}, principal = options.principal } = {}) => {
    const answer = await send(principal, path, { method, body, headers });
    if (options.checksAnswers === true) (await (checker ??= readDocument())).check(method, path, answer);
    return answer;
  };
}
