import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { Refusal } from '@qafila/envelopes/refusal';
import { fieldsOf } from '@qafila/schema/field';
import { suggestName, unknownName } from '@qafila/schema/suggest-name';
import { LIMITS } from '../limits.ts';
import { TokenBody } from './token.schema.ts';

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
} as const;
type Name = keyof typeof SNAKE | 'scope';
type Parameters = Partial<Record<string, unknown>>;

/**
 * Empty parameters are absent. The earlier form ignores unknown ones (RFC 6749 section 3.2); the updated form refuses
 * them, because a misspelt `scope` would give a token with all scopes.
 */
export function readTokenRequest(form: TokenForm, sent: SentTokenRequest): TokenRequest {
  const parameters = readParameters(form, sent);
  if (form === 'updated') refuseUnknown(parameters);
  const read = (name: Name): SentParameter =>
    agreedParameter(parameters, form === 'updated' || name === 'scope' ? [name] : [SNAKE[name], name]);
  const valueOf = (name: Name): string | undefined => read(name).value;
  const grant = read('grantType');
  if (grant.value === undefined)
    throw invalidRequest(grant.name, `Send ${grant.name} with the value client_credentials.`);
  if (grant.value !== 'client_credentials')
    throw new Refusal(400, 'unsupported_grant_type', `${grant.name} must be client_credentials.`, {
      param: grant.name,
    });
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

function refuseUnknown(parameters: Parameters): void {
  const known = fieldsOf(TokenBody);
  const unknown = Object.keys(parameters).find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw invalidRequest(unknown, unknownName(unknown, { kind: 'field', meant: suggestName(unknown, known.keys()) }));
}

interface SentParameter {
  /** The spelling that was sent; the usual one, when none was. */
  name: string;
  value: string | undefined;
}

/** A parameter that may be sent under several names, the usual one first. Different values are refused. */
function agreedParameter(parameters: Parameters, names: readonly [string, ...string[]]): SentParameter {
  const isSent = (name: string): boolean =>
    Object.hasOwn(parameters, name) && parameters[name] !== undefined && parameters[name] !== '';
  const sent = names.filter(isSent);
  const [name] = sent;
  if (name === undefined) return { name: names[0], value: undefined };
  const value = parameters[name];
  // PostgreSQL text cannot contain zero bytes.
  if (typeof value !== 'string' || value.length > LIMITS.tokenParameterCharactersMax || value.includes('\0'))
    throw invalidRequest(name, `${name} must be a text of at most ${LIMITS.tokenParameterCharactersMax} characters.`);
  if (sent.some((other) => parameters[other] !== value))
    throw invalidRequest(name, `${sent.join(' and ')} have different values. Send one.`);
  return { name, value };
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
