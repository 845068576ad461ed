import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

/**
 * `updated` is §4.2: JSON with the names of §4.2. `earlier` is §4.1 with the forms of RFC 6749: JSON or a form, either
 * spelling of the names, the client in the body or in the Basic header.
 */
export type TokenForm = 'updated' | 'earlier';

export interface SentTokenRequest {
  body: unknown;
  contentType: string | undefined;
  authorization: string | undefined;
}
export interface TokenRequest {
  clientId: string;
  clientSecret: string;
  companyCode: string | undefined;
  scope: string | undefined;
}

const SNAKE = {
  clientId: 'client_id',
  clientSecret: 'client_secret',
  grantType: 'grant_type',
  companyCode: 'company_code',
  scope: 'scope',
} as const;
type Name = keyof typeof SNAKE;
type Parameters = Partial<Record<string, unknown>>;

/** Unknown parameters are ignored, and empty ones are absent (RFC 6749 section 3.2). */
export function readTokenRequest(form: TokenForm, sent: SentTokenRequest): TokenRequest {
  const parameters = readParameters(form, sent);
  const valueOf = (name: Name): string | undefined =>
    agreedValue(parameters, form === 'updated' ? [name] : [name, SNAKE[name]]);
  const grantType = valueOf('grantType');
  if (grantType === undefined) throw invalidRequest('grantType', 'Send grantType with the value client_credentials.');
  if (grantType !== 'client_credentials')
    throw new Refusal(400, 'unsupported_grant_type', 'grantType must be client_credentials.', { param: 'grantType' });
  const basic = form === 'updated' ? undefined : readBasic(sent.authorization);
  const [clientId, clientSecret, companyCode] = [valueOf('clientId'), valueOf('clientSecret'), valueOf('companyCode')];
  if (basic !== undefined && (clientSecret !== undefined || (clientId ?? basic.clientId) !== basic.clientId)) {
    throw invalidRequest('Authorization', 'Authenticate the client once: by Authorization: Basic, or in the body.');
  }
  const client = basic ?? {
    clientId: required(form, 'clientId', clientId),
    clientSecret: required(form, 'clientSecret', clientSecret),
  };
  if (form === 'updated' && companyCode === undefined)
    throw invalidRequest('companyCode', 'Send companyCode, as the service account shows it.');
  return { ...client, companyCode, scope: valueOf('scope') };
}

export function isBasic(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^basic(?: |$)/i.test(authorization);
}

/** The same answer for every wrong credential, so that it gives nothing away. */
export function invalidClient(): Refusal {
  return new Refusal(
    401,
    'invalid_client',
    'The client could not be authenticated. Check client id, secret and company code, and that neither is revoked.',
  );
}

/** A missing credential is `invalid_client` for the RFC. In §4.2 it is a missing field. */
function required(form: TokenForm, name: Name, value: string | undefined): string {
  if (value !== undefined) return value;
  throw form === 'updated' ? invalidRequest(name, `Send ${name}.`) : invalidClient();
}

function readParameters(form: TokenForm, { body, contentType = '' }: SentTokenRequest): Parameters {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalidRequest('body', 'Send the parameters in the body.');
  if (body.length > LIMITS.tokenBodyBytesMax)
    throw new Refusal(413, 'body_too_large', `The body is larger than ${LIMITS.tokenBodyBytesMax} bytes.`);
  if (form === 'earlier' && /^application\/x-www-form-urlencoded\b/i.test(contentType))
    return readForm(body.toString('utf8'));
  try {
    const value = parseStrict(decodeUtf8(body), { numbers: 'native' });
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Parameters;
  } catch (error) {
    throw invalidRequest('body', `The body is not valid JSON: ${(error as Error).message}.`);
  }
  throw invalidRequest('body', 'The body must be a JSON object.');
}

function readForm(text: string): Parameters {
  const fields = new URLSearchParams(text);
  for (const name of fields.keys())
    if (fields.getAll(name).length > 1) throw invalidRequest('body', 'A parameter is sent more than once.');
  return Object.fromEntries(fields);
}

/** The value of a parameter that may be sent under several names. Different values are refused. */
function agreedValue(parameters: Parameters, names: string[]): string | undefined {
  const values = names
    .map((name) => (Object.hasOwn(parameters, name) ? parameters[name] : undefined))
    .filter((value) => value !== undefined && value !== '');
  const [value] = values;
  if (value === undefined) return undefined;
  // PostgreSQL text cannot contain zero bytes.
  if (typeof value !== 'string' || value.length > LIMITS.tokenParameterCharactersMax || value.includes('\0')) {
    throw invalidRequest(
      names[0] as string,
      `${names[0]} must be a text of at most ${LIMITS.tokenParameterCharactersMax} characters.`,
    );
  }
  if (values.some((other) => other !== value))
    throw invalidRequest(names[0] as string, `${names.join(' and ')} are both sent, with different values.`);
  return value;
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
function readBasic(authorization: string | undefined): { clientId: string; clientSecret: string } | undefined {
  if (!isBasic(authorization)) return undefined;
  const [id, ...secret] = Buffer.from(authorization.slice(6), 'base64').toString('utf8').split(':');
  try {
    const [clientId, clientSecret] = [id ?? '', secret.join(':')].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    ) as [string, string];
    if (
      [clientId, clientSecret].every(
        (text) => text !== '' && text.length <= LIMITS.tokenParameterCharactersMax && !text.includes('\0'),
      )
    )
      return { clientId, clientSecret };
  } catch {
    // Invalid percent-encoding: refused below.
  }
  throw invalidClient();
}

function invalidRequest(param: string, message: string): Refusal {
  return new Refusal(400, 'invalid_request', message, { param });
}
