import { Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';

const PARAMETER = { charactersMax: LIMITS.tokenParameterCharactersMax };
const CLIENT_ID = { ...PARAMETER, description: 'The client id of the service account.' };
const CLIENT_SECRET = { ...PARAMETER, description: 'One of its live secrets.' };
const COMPANY_CODE = { ...PARAMETER, description: 'The company code that the service account shows.' };
const GRANT_TYPE = { description: 'Always `client_credentials`.' };
const SCOPE = {
  ...PARAMETER,
  description: "Some of the client's own scopes, separated by spaces. Left out: all of them.",
  optional: true,
};
/** The spelling of the updated form. */
const aliasOf = (name: string): { aliasOf: string; description: string } => ({
  aliasOf: name,
  description: 'The spelling of the updated form.',
});
const [ID_EXAMPLE, CODE_EXAMPLE] = ['sa_stage_5f1d7a3b9c2e4680aa55c3d1', 'demo-1a2b3c4d'];

/** Body of the updated form (§4.2). readTokenRequest() reads it, because its errors have the names of RFC 6749. */
export class TokenBody {
  @Text({ ...CLIENT_ID, example: ID_EXAMPLE }) clientId!: string;
  @Text({ ...CLIENT_SECRET, example: 'cs_stage_…' }) clientSecret!: string;
  @Choice(['client_credentials'], GRANT_TYPE) grantType!: string;
  @Text({ ...COMPANY_CODE, example: CODE_EXAMPLE }) companyCode!: string;
  @Text({ ...SCOPE, example: 'shipments:write shipments:read' }) scope?: string;
}

/** Body of the earlier form (§4.1): each name in either spelling; the client also by `Authorization: Basic`. */
export class EarlierTokenBody {
  @Choice(['client_credentials'], { ...GRANT_TYPE, optional: true }) grant_type?: string;
  @Text({ ...CLIENT_ID, example: ID_EXAMPLE, optional: true }) client_id?: string;
  @Text({ ...CLIENT_SECRET, example: 'cs_stage_…', optional: true }) client_secret?: string;
  @Text({ ...COMPANY_CODE, example: CODE_EXAMPLE, optional: true }) company_code?: string;
  @Text(SCOPE) scope?: string;
  @Choice(['client_credentials'], { ...aliasOf('grant_type'), optional: true }) grantType?: string;
  @Text({ ...CLIENT_ID, ...aliasOf('client_id'), optional: true }) clientId?: string;
  @Text({ ...CLIENT_SECRET, ...aliasOf('client_secret'), optional: true }) clientSecret?: string;
  @Text({ ...COMPANY_CODE, ...aliasOf('company_code'), optional: true }) companyCode?: string;
}

/** The token answer of §2.2. */
export class TokenAnswer {
  @Text({ description: 'The access token, a signed JWT.', example: 'eyJhbGciOiJFUzI1NiJ9.…', charactersMax: 4_096 })
  access_token!: string;

  @Choice(['Bearer'], { description: 'How the token is sent in `Authorization`.' })
  token_type!: 'Bearer';

  @Whole({
    description: 'How long the token is valid, in seconds.',
    example: LIMITS.accessTokenSecondsDefault,
    min: 1,
    max: LIMITS.accessTokenSecondsMax,
  })
  expires_in!: number;

  @Text({ description: 'What the token may do, separated by spaces.', example: 'shipments:write shipments:read' })
  scope!: string;
}

/** A public key (RFC 7517). */
export class PublicKeyAnswer {
  @Text({ description: 'The kind of key.', example: 'EC' }) kty!: string;
  @Text({ description: 'The curve.', example: 'P-256' }) crv!: string;
  @Text({ description: 'The x of the point, base64url.', example: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' })
  x!: string;
  @Text({ description: 'The y of the point, base64url.', example: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' })
  y!: string;
  @Text({ description: 'The name of the key in the head of a token (RFC 7638).', example: 'cn-I_WNMClehiVp51i' })
  kid!: string;
  @Choice(['sig'], { description: 'What the key is for.' }) use!: 'sig';
  @Choice(['ES256'], { description: 'How tokens are signed.' }) alg!: 'ES256';
}

export class PublicKeysAnswer {
  @List(nestedRule(() => PublicKeyAnswer), {
    description: 'The keys that sign tokens now, or soon, or did until lately.',
    itemsMax: 10,
  })
  keys!: PublicKeyAnswer[];
}
