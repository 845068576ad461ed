import { NETWORK_HEADER } from '@qafila/auth/principal';
import { httpCall } from '@qafila/testing/http-call';
import type { Answer, IdentityUnderTest, Json } from './harness.ts';

export const UPDATED = '/v1/admin/service-account/token';
export const EARLIER = '/auth/token';

export interface TokenCall {
  network?: string;
  authorization?: string;
  type?: string;
  language?: string;
}

/** Sends the body unchanged, as the gateway forwards it. */
export async function requestToken(
  url: string,
  path: string,
  body: string | undefined,
  { network = '203.0.113.1', authorization, type = 'application/json', language }: TokenCall = {},
): Promise<Answer> {
  return httpCall(url + path, {
    method: 'POST',
    body,
    headers: {
      [NETWORK_HEADER]: network,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(authorization === undefined ? {} : { authorization }),
      ...(language === undefined ? {} : { 'accept-language': language }),
    },
  });
}

export const FORM: Pick<TokenCall, 'type'> = { type: 'application/x-www-form-urlencoded' };
export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

/** The body of the demo merchant's client in the updated form. */
export function credentials({
  demo,
}: IdentityUnderTest): Record<'clientId' | 'clientSecret' | 'grantType' | 'companyCode', string> {
  return {
    clientId: demo.clientId,
    clientSecret: demo.clientSecret,
    grantType: 'client_credentials',
    companyCode: demo.companyCode,
  };
}

export function claimsOf(token: string): { header: Json; payload: Json } {
  const [header, payload] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json);
  return { header, payload };
}

export const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
export const error = ({ status, body }: Answer): [number, string] => [status, body.error as string];

let networks = 0;
/** A network without failures, so that the failures of one test do not affect another test. */
export const freshNetwork = (): { network: string } => ({ network: `198.51.100.${++networks}` });

/** Sends an object as JSON, or text unchanged. */
export type Ask = (path: string, body: unknown, options?: TokenCall) => Promise<Answer>;
export const askOf =
  ({ service }: IdentityUnderTest): Ask =>
  (path, body, options) =>
    requestToken(
      service.url,
      path,
      typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
      options,
    );
