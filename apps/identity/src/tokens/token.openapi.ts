import { integer, objectSchema, text } from '@qafila/contracts/event-type';
import type { JsonSchema } from '@qafila/contracts/event-type';
import type { AllParticulars } from '@qafila/openapi/document';
import { LIMITS } from '../limits.ts';

const parameter: JsonSchema = { ...text, maxLength: LIMITS.tokenParameterCharactersMax };
const grantType: JsonSchema = { const: 'client_credentials' };
const scope: JsonSchema = { ...parameter, description: 'Some of the client\'s own scopes, separated by spaces. Without it: all of them.' };

const updated = objectSchema({ clientId: parameter, clientSecret: parameter, grantType, companyCode: parameter, scope }, ['scope']);
const names = { clientId: parameter, client_id: parameter, clientSecret: parameter, client_secret: parameter, grantType, grant_type: grantType, companyCode: parameter, company_code: parameter, scope };
const earlier: JsonSchema = {
  ...objectSchema(names, Object.keys(names)),
  description: 'The earlier form. Also as application/x-www-form-urlencoded; the client also by Authorization: Basic; each name in either spelling.',
};
/** §2.2. */
const token: JsonSchema = { ...objectSchema({ access_token: text, token_type: { const: 'Bearer' }, expires_in: integer, scope: text }), title: 'AccessToken' };
const refusal: JsonSchema = {
  ...objectSchema({
    error: { enum: ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope', 'temporarily_unavailable', 'server_error'] }, error_description: text,
    errorCode: { ...text, description: 'The HTTP status as text.' }, errorMessage: text, errorStatus: { const: 'Error' }, userMessage: text,
  }),
  title: 'TokenError', description: 'RFC 6749 section 5.2, with the four fields of the shipment dialect (§2.1).',
};
const jwk = objectSchema({ kty: text, crv: text, x: text, y: text, kid: text, use: text, alg: text });

const EXAMPLE = { clientId: 'sa_stage_5f1d7a3b9c2e4680aa55c3d1', clientSecret: 'cs_stage_…', grantType: 'client_credentials', companyCode: 'demo-1a2b3c4d' };

/** Bodies that are read by hand, and answers that are no envelope. */
export const TOKEN_PARTICULARS: AllParticulars = {
  'post /v1/admin/service-account/token': { body: updated, answer: token, refusal, example: EXAMPLE },
  'post /auth/token': { body: earlier, answer: token, refusal, example: EXAMPLE },
  'get /.well-known/jwks.json': { answer: objectSchema({ keys: { type: 'array', items: jwk } }) },
};
