import { CLIENT_SCOPES } from '@qafila/auth/principal';
import type { ClientScope, Principal } from '@qafila/auth/principal';
import { Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, choiceRule, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';

const SCOPES = { itemsMin: 1, itemsMax: CLIENT_SCOPES.length, unique: true, example: [...CLIENT_SCOPES] };
const NAME = { example: 'Warehouse Jeddah', charactersMax: LIMITS.clientNameCharactersMax };
const TOKEN_TEXT = { charactersMin: 0, charactersMax: LIMITS.tokenParameterCharactersMax };
const CLIENT_ID = {
  description: 'The client id of the service account.',
  example: 'sa_stage_5f1d7a3b9c2e4680aa55c3d1',
};

/** Body of create. */
export class CreateServiceAccountBody {
  @Text({ ...NAME, description: 'A name for your lists. Default: `Service account`.', optional: true })
  name?: string;

  @List(choiceRule(CLIENT_SCOPES), {
    ...SCOPES,
    description: 'What its tokens may do. Left out: everything that service accounts can do.',
    optional: true,
  })
  scopes?: ClientScope[];
}

/** Body of the gateway's request: the client and the secret that a verified token names. */
export class ResolveClientBody {
  @Text({ ...TOKEN_TEXT, description: 'The client.' })
  client_id!: string;

  @Text({ ...TOKEN_TEXT, description: 'The secret.' })
  secret_id!: string;
}

/** A secret of a service account, without its text. */
export class ClientSecretAnswer {
  @Text({ description: 'The id of the secret. It is not secret.', example: 'sec_4680aa55c3d15f1d' })
  secret_id!: string;

  @Text({ description: 'The first characters of the secret, to recognise it.', example: 'cs_stage_7a3b9' })
  prefix!: string;

  @Moment({ description: 'When the secret was made.' })
  created_at!: string;

  @Moment({ description: 'When a token was last obtained with it; null before the first.', nullable: true })
  last_used_at!: string | null;

  @Moment({ description: 'When the secret was revoked; null while it works.', example: null, nullable: true })
  revoked_at!: string | null;
}

/** A new secret. The answer shows it only once. */
export class CreatedClientSecretAnswer extends ClientSecretAnswer {
  @Text(CLIENT_ID)
  client_id!: string;

  @Text({ description: 'The secret. It is shown only once.', example: 'cs_stage_…' })
  client_secret!: string;
}

/** A service account in lists. */
export class ServiceAccountAnswer {
  @Text(CLIENT_ID)
  client_id!: string;

  @Text({ ...NAME, description: 'The name for your lists.' })
  name!: string;

  @Text({
    description: 'The company code of the account, which the token request sends beside the secret.',
    example: 'demo-1a2b3c4d',
  })
  company_code!: string;

  @Choice(['stage', 'live'], { description: 'The mode in which its tokens work.' })
  mode!: Principal['mode'];

  @List(choiceRule(CLIENT_SCOPES), { ...SCOPES, description: 'What its tokens may do.' })
  scopes!: ClientScope[];

  @Whole({
    description: 'How many requests its tokens may send in a second, together.',
    example: LIMITS.rateLimitPerSecondDefault,
    min: 1,
    max: LIMITS.rateLimitPerSecondMax,
  })
  rate_limit_per_second!: number;

  @List(nestedRule(() => ClientSecretAnswer), {
    description: 'Its live secrets, and those revoked last.',
    itemsMax: LIMITS.secretsListedPerClientMax,
  })
  secrets!: ClientSecretAnswer[];

  @Moment({ description: 'When the service account was created.' })
  created_at!: string;

  @Moment({ description: 'When it was revoked; null while it works.', example: null, nullable: true })
  revoked_at!: string | null;
}

/** A new service account with its first secret. The answer shows the secret only once. */
export class CreatedServiceAccountAnswer extends ServiceAccountAnswer {
  @Text({ description: 'The first secret. It is shown only once.', example: 'cs_stage_…' })
  client_secret!: string;
}

/** Answer of list. */
export class ServiceAccountsAnswer {
  @List(nestedRule(() => ServiceAccountAnswer), {
    description: 'Active service accounts first, then the newest.',
    itemsMax: LIMITS.serviceAccountsListedMax,
  })
  items!: ServiceAccountAnswer[];
}
