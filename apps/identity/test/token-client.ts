import { NETWORK_HEADER } from '@qafila/auth/principal';
import type { Answer, IdentityUnderTest, Json } from './harness.ts';

export const UPDATED = '/v1/admin/service-account/token';
export const EARLIER = '/auth/token';

export interface Knock { network?: string; authorization?: string; type?: string; language?: string }

/** Sends this body as it is, as the gateway would hand it on. */
export async function knock(url: string, path: string, body: string | undefined, { network = '203.0.113.1', authorization, type = 'application/json', language }: Knock = {}): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST', body, headers: { [NETWORK_HEADER]: network, ...(body === undefined ? {} : { 'content-type': type }), ...(authorization === undefined ? {} : { authorization }), ...(language === undefined ? {} : { 'accept-language': language }) },
  });
  return { status: response.status, body: await response.json() as Json, headers: response.headers };
}

export const FORM: Pick<Knock, 'type'> = { type: 'application/x-www-form-urlencoded' };
export const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

/** What the demo's client sends in the updated form. */
export function credentials({ demo }: IdentityUnderTest): Record<'clientId' | 'clientSecret' | 'grantType' | 'companyCode', string> {
  return { clientId: demo.clientId, clientSecret: demo.clientSecret, grantType: 'client_credentials', companyCode: demo.companyCode };
}

export function claimsOf(token: string): { header: Json; payload: Json } {
  const [header, payload] = token.split('.').slice(0, 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json);
  return { header, payload };
}
